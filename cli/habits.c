/*
 * habits.c - one row for the options of other tools that mean the same thing. Options that have the same name here
 * are no habits: options.def has them.
 */
#include "habits.h"

#include "words.h"

static const struct habit {
    const char *names; /* space-separated */
    const char *hint;
} habits[] = {
    /* pprof */
    {"top text", "'flamerender top FILE' lists functions"},
    {"tree peek", "'flamerender top --focus RE FILE', or a picture with --callers"},
    {"list weblist disasm",
     "source and assembly are not shown here; '--granularity=lines' shows lines"},
    {"tags", "'flamerender tags FILE' lists labels"},
    {"traces raw", "'flamerender convert --format folded FILE' writes stacks"},
    {"proto topproto", "'flamerender convert -o FILE.pb.gz FILE' writes a pprof"},
    {"svg", "'-o FILE.svg' or '--format svg'"},
    {"png", "'-o FILE.png' or '--format png'"},
    {"web http", "'-o FILE.html' writes a page that needs no server"},
    {"dot gif ps callgrind eog evince gv kcachegrind",
     "'flamerender formats' lists what can be written"},
    {"diff-base", "'flamerender diff BASE NEW' compares profiles"},
    {"flat", "'flamerender top --order self', the default"},
    {"inuse-space inuse-objects alloc-space alloc-objects",
     "'--sample-index NAME' chooses the values: inuse_space, alloc_objects, ..."},
    {"contentions total-delay", "'--sample-index contentions' or '--sample-index delay'"},
    {"mean-delay", "'flamerender top --mean --sample-index delay'"},
    {"nodefraction edgefraction", "'--minwidth N%' for pictures, '--max-rows N' for tables"},
    {"call-tree compact-labels", "a flame graph shows whole stacks; it needs no such option"},
    {"drop-negative", "'--negative=drop'"},
    {"seconds timeout symbolize tools buildid source-path",
     "fetching and symbolising are pprof's: 'pprof -proto ... | flamerender'"},
    /* flamegraph.pl and inferno-flamegraph */
    {"encoding", "output is UTF-8"},
    {"fontwidth font-width",
     "the width of each character is known; '--fontsize' sets the size of labels"},
    {"count-name", "'--countname TEXT'"},
    {"image-width", "'--width PX'"},
    {"frame-height", "'--height PX'"},
    {"min-width", "'--minwidth PX|N%'"},
    {"no-javascript", "'--static' writes SVG without a script"},
    {"no-sort", "'--sort input' keeps siblings in the order of input"},
    {"truncate-text-right", "'--truncate end|start|middle'"},
    {"pretty-xml", "SVG has one form"},
    /* stackcollapse-perf.pl and inferno-collapse-perf */
    {"event-filter", "'--event NAME'"},
    {"inline context",
     "'perf script --inline -F +srcline' resolves them; '--srcline' keeps the lines"},
    {"skip-after", "'--show-from REGEX' cuts what is above a frame"},
    {"nthreads", "'--threads N'"},
    /* difffolded.pl */
    {"strip-hex", "'--rename s/0x[0-9a-f]+/0x.../'"},
    {NULL, NULL},
};

const char *habit_hint(const char *name, size_t len)
{
    for (const struct habit *habit = habits; habit->names; habit++)
        if (words_hold(habit->names, name, len))
            return habit->hint;
    return NULL;
}
