/*
 * hostile_names.h - names that try to break out: of markup, of templates and formats, of a terminal, of
 * UTF-8, of our own notation.
 */
#ifndef FR_TESTS_HOSTILE_NAMES_H
#define FR_TESTS_HOSTILE_NAMES_H

static const char *const hostile[] = {
    /* markup */
    "</script><script>alert(1)</script>",
    "<script>alert(1)</script>",
    "]]>",
    "<![CDATA[",
    "-->",
    "<!--",
    "<!DOCTYPE x [<!ENTITY a \"b\">]>",
    "<?xml version=\"1.0\"?>",
    "&amp;",
    "&#x1b;",
    "&undefined;",
    "a'b\"c",
    "\" onload=\"alert(1)",
    "' onmouseover='alert(1)",
    "<img src=x onerror=alert(1)>",
    "<foreignObject><body xmlns=\"http://www.w3.org/1999/xhtml\"/></foreignObject>",
    "<a href=\"javascript:alert(1)\">",
    "<set attributeName=\"href\" to=\"//evil.example/x\"/>",
    "</title></text></g></svg>",
    "</style><style>*{background:url(//evil.example)}",
    "javascript:alert(1)",
    "url(//evil.example/x)",
    "Time::Moment::(\"\"",
    /* templates, formats, keys */
    "{{constructor.constructor('alert(1)')()}}",
    "${alert(1)}",
    "%s%n%x%p",
    "%p %d",
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    /* control characters */
    "\x1b[31mred",
    "\x1b]0;title\x07",
    "\x01\x02\x03",
    "\x7f",
    "\b\b\bover",
    "cr\rlf\nnew",
    "tab\there",
    "\xc2\x9b"
    "31m",
    "\xc2\x85",
    /* broken UTF-8 and troublesome Unicode */
    "\xad",
    "\xff\xfe",
    "\xc0\xaf",
    "\xe2\x82",
    "\xed\xa0\x80",
    "\xf4\x90\x80\x80",
    "\xef\xbf\xbe",
    "\xef\xb7\x90",
    "\xef\xbb\xbf"
    "bom",
    "\xe2\x80\xae"
    "gnp.exe",
    "\xe2\x81\xa6isolated",
    "\xe2\x80\xa8line\xe2\x80\xa9paragraph",
    "a\xcc\x81\xcc\x82\xcc\x83\xcc\x84\xcc\x85\xcc\x86\xcc\x87\xcc\x88\xcc\x89",
    "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x92\xbb",
    "\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d",
    /* our own escapes and separators */
    "\\x1b",
    "\\x5cx1b",
    "\\u{202e}",
    "\\",
    "a;b",
    "a\\x3bb",
    "sort 3 5",
    "# comment",
    " lead and trail ",
    "name_[k]",
};
#define N_HOSTILE (sizeof hostile / sizeof *hostile)

#endif
