/*
 * xml.c - XML by the reader of libxml2 (2.9), which holds the open elements and no more.
 *
 *     <g><title>all (3 samples, 100%)</title>     START g, START title, TEXT, END title
 *
 * Reference: xmlreader.h of libxml2. No XML_PARSE_DTDLOAD, _NOENT or _HUGE.
 */
#include "formats/xml.h"

#include <libxml/xmlreader.h>
#include <pthread.h>
#include <stdlib.h>

#include "base/text.h"

/* Text is UTF-8, whatever the document says: flamegraph.pl names other encodings of the same bytes (--encoding), and
 * libxml2 would print the errors of a conversion. */
#define OPTIONS (XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_IGNORE_ENC)

/* libxml2's handlers of this thread, as they were before a document was opened. */
struct handlers {
    xmlStructuredErrorFunc structured;
    xmlGenericErrorFunc generic;
    void *of_structured, *of_generic;
};

struct fr_xml {
    fr_input *in;
    struct handlers before;
    xmlTextReader *reader;
    fr_error err;
    bool empty; /* <a/>: its end comes next */
    char last;  /* byte read so far that is no white space: a whole document ends in '>' */
};

static pthread_once_t once = PTHREAD_ONCE_INIT;

static int read_some(void *arg, char *to, int room)
{
    fr_xml *xml = arg;
    fr_bytes window = fr_input_fill(xml->in, 1);
    size_t n = window.len < (size_t)room ? window.len : (size_t)room;

    memcpy(to, window.at, n);
    for (size_t i = n; i-- > 0;)
        if (!strchr(" \t\r\n", to[i]) || !to[i]) {
            xml->last = to[i];
            break;
        }
    fr_input_skip(xml->in, n);
    return (int)n; /* 0 after a failure, too: it is the input's */
}

static int close_nothing(void *arg)
{
    (void)arg;
    return 0;
}

/* "Premature end of data in tag svg line 2\n" */
static void take_error(void *arg, xmlErrorPtr wrong)
{
    fr_xml *xml = arg;
    uint64_t line = wrong->line > 0 ? (uint64_t)wrong->line : 0;
    char text[120];

    if (wrong->level < XML_ERR_ERROR || xml->err.code != FR_OK)
        return;
    if (wrong->code == XML_ERR_NO_MEMORY || !wrong->message) {
        fr_fail_memory(&xml->err);
        return;
    }
    if (wrong->code == XML_ERR_TAG_NOT_FINISHED || wrong->code == XML_ERR_DOCUMENT_END ||
        (xml->last != '>' && xml->last && fr_input_at_end(xml->in))) {
        fr_fail(&xml->err, FR_E_FORMAT, line, 0, "the XML ends early");
        fr_fail_hint(&xml->err, "the file was cut short: copy or draw it again");
        return;
    }
    fr_text_copy(text, sizeof text,
                 fr_bytes_trim((fr_bytes){wrong->message, strcspn(wrong->message, "\n")}));
    fr_fail(&xml->err, FR_E_FORMAT, line, 0, "is no XML: %s", text);
}

static void ignore_text(void *arg, const char *format, ...)
{
    (void)arg;
    (void)format;
}

static void ignore_error(void *arg, xmlErrorPtr wrong)
{
    (void)arg;
    (void)wrong;
}

/* libxml2 prints failures of memory, unless the thread has handlers. */
static struct handlers set_handlers(xmlStructuredErrorFunc take, void *arg)
{
    struct handlers before = {xmlStructuredError, xmlGenericError, xmlStructuredErrorContext,
                              xmlGenericErrorContext};

    xmlSetStructuredErrorFunc(arg, take);
    xmlSetGenericErrorFunc(arg, ignore_text);
    return before;
}

static void restore_handlers(const struct handlers *before)
{
    xmlSetStructuredErrorFunc(before->of_structured, before->structured);
    xmlSetGenericErrorFunc(before->of_generic, before->generic);
}

/* Initialises libxml2. If something is missing then, it fails later, where it is needed. */
static void init_parser(void)
{
    struct handlers before = set_handlers(ignore_error, NULL);

    xmlInitParser();
    restore_handlers(&before);
}

fr_xml *fr_xml_open(fr_input *in)
{
    fr_bytes head = fr_bytes_beginning(fr_input_fill(in, 64));
    fr_error err = {0};
    fr_xml *xml;

    /* For other bytes libxml2 would write about their encoding to stderr, before it can be asked not to. */
    if (head.len < 4 || head.at[0] != '<' || memchr(head.at, '\0', 4)) {
        fr_fail(&err, FR_E_FORMAT, 0, 0, "is no XML in UTF-8, which begins with '<'");
        fr_input_fail(in, &err);
        return NULL;
    }
    xml = calloc(1, sizeof *xml);
    pthread_once(&once, init_parser);
    if (xml) {
        xml->in = in;
        xml->before = set_handlers(take_error, xml);
        xml->reader = xmlReaderForIO(read_some, close_nothing, xml, NULL, "UTF-8", OPTIONS);
    }
    if (!xml || !xml->reader) {
        fr_xml_close(xml);
        fr_fail_memory(&err); /* the first error stays */
        fr_input_fail(in, &err);
        return NULL;
    }
    xmlTextReaderSetStructuredErrorHandler(xml->reader, take_error, xml);
    return xml;
}

static fr_xml_piece piece_of(fr_xml *xml)
{
    switch (xmlTextReaderNodeType(xml->reader)) {
    case XML_READER_TYPE_ELEMENT:
        xml->empty = xmlTextReaderIsEmptyElement(xml->reader) == 1;
        return FR_XML_START;
    case XML_READER_TYPE_END_ELEMENT:
        return FR_XML_END;
    case XML_READER_TYPE_TEXT:
    case XML_READER_TYPE_CDATA:
    case XML_READER_TYPE_SIGNIFICANT_WHITESPACE:
        return FR_XML_TEXT;
    case XML_READER_TYPE_ENTITY_REFERENCE:
        fr_fail(&xml->err, FR_E_FORMAT, fr_xml_line(xml), 0,
                "defines an entity of its own; entities are not expanded");
        return FR_XML_NONE;
    default:
        return FR_XML_NONE;
    }
}

fr_xml_piece fr_xml_next(fr_xml *xml)
{
    fr_xml_piece piece = FR_XML_NONE;
    int more = 1;

    if (xml->empty) {
        xml->empty = false;
        return FR_XML_END;
    }
    while (piece == FR_XML_NONE && xml->err.code == FR_OK &&
           (more = xmlTextReaderRead(xml->reader)) == 1)
        piece = piece_of(xml);
    if (more < 0 && xml->err.code == FR_OK)
        fr_fail_memory(&xml->err);
    if (xml->err.code != FR_OK)
        fr_input_fail(xml->in, &xml->err);
    return xml->err.code == FR_OK ? piece : FR_XML_NONE;
}

bool fr_xml_is(const fr_xml *xml, const char *name)
{
    const xmlChar *own = xmlTextReaderConstLocalName(xml->reader);

    return own && strcmp((const char *)own, name) == 0;
}

bool fr_xml_attribute(fr_xml *xml, const char *name, fr_bytes *value)
{
    int found = xmlTextReaderMoveToAttribute(xml->reader, (const xmlChar *)name);
    const xmlChar *text = found == 1 ? xmlTextReaderConstValue(xml->reader) : NULL;

    if (found == 1)
        xmlTextReaderMoveToElement(xml->reader);
    if (found < 0 || (found == 1 && !text))
        fr_fail_memory(&xml->err);
    *value = fr_bytes_of((const char *)text);
    return text != NULL;
}

fr_bytes fr_xml_text(const fr_xml *xml)
{
    return fr_bytes_of((const char *)xmlTextReaderConstValue(xml->reader));
}

uint64_t fr_xml_line(const fr_xml *xml)
{
    int line = xmlTextReaderGetParserLineNumber(xml->reader);

    return line > 0 ? (uint64_t)line : 0;
}

void fr_xml_close(fr_xml *xml)
{
    if (!xml)
        return;
    xmlFreeTextReader(xml->reader);
    restore_handlers(&xml->before);
    free(xml);
}
