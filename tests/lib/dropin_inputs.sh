# dropin_inputs.sh - what tests/data/dropin_lines.txt works on: sourced in an empty folder whose bin/ is the first in PATH.

# ---- stand-ins: each prints what the real one would ----

stand_in() {
    printf '#!/bin/sh\n%s\n' "$2" >"bin/$1"
    chmod +x "bin/$1"
}
stand_in perf 'case $1 in script) cat "$HOME/recorded.perf" ;; esac'
stand_in sudo 'exec "$@"'
stand_in profile-bpfcc 'cat "$HOME/app.folded"'
stand_in offcputime-bpfcc 'cat "$HOME/app.folded"'
stand_in asprof 'for last; do :; done; cp "$HOME/java.folded" out.collapsed'
stand_in dtrace 'cat "$HOME/recorded.dtrace"'
export HOME="$scratch"

# ---- inputs ----

printf 'app;main;parse 30\napp;main;parse;read 20\napp;main;run 40\napp;main;run;[libc] 10\n' >app.folded
printf 'java;Lorg/a/B:::run_[j] 12\njava;Lorg/a/B:::run_[j];java/util/List.get_[i] 3\njava;sys_read_[k] 5\n' >java.folded
printf 'node;/srv/app.js:12_[j] 9\nnode;v8::Call 4\n' >node.folded
printf 'r;app::serve;alloc::vec::Vec::push 7\nr;core::fmt::write 2\n' >rust.folded
printf 'go;main.main;runtime.mallocgc 5\ngo;main.main;net/http.Serve 8\n' >go.folded
printf 'app;_ZN3foo3barEv 60\napp;LazyCompile:~run /a.js:1 40\n' >mangled.folded
printf 'app;main;parse 20\napp;main;run 70\n' >before.folded
printf 'app;main;parse 45\napp;main;run 40\napp;main;new 5\n' >after.folded
printf 'app;main;parse 20 45\napp;main;run 70 40\napp;main;new 0 5\n' >both.folded
cat >recorded.perf <<'PERF'
app 100/101 [000] 1.000000: cpu-clock:
	7f01 read+0x10 (/lib/libc.so)
	4001 parse (/bin/app)
	4002 main (/bin/app)

app 100/101 [000] 2.000000: cpu-clock:
	ffffffff81000001 do_syscall ([kernel.kallsyms])
	4002 main (/bin/app)

PERF
printf 'app;main;do_syscall 1\napp;main;parse;read 1\n' >perf.folded
printf 'app;main;do_syscall_[k] 1\napp;main;parse;read 1\n' >kernel.folded
printf 'app-100/101;main;do_syscall 1\napp-100/101;main;parse;read 1\n' >tid.folded
cat >recorded.dtrace <<'DTRACE'
CPU     ID                    FUNCTION:NAME
  0  64091                        :tick-60s


              libc.so`read+0x7
              app`main+0x12
                5

              app`main+0x20
                3

DTRACE
printf 'app`main 3\napp`main;libc.so`read 5\n' >dtrace.folded
