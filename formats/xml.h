/*
 * xml.h - a document of XML, piece by piece: starts of elements with their attributes, text, ends.
 *
 *     fr_xml *xml = fr_xml_open(in);
 *     for (fr_xml_piece piece; (piece = fr_xml_next(xml)) != FR_XML_NONE;)
 *         if (piece == FR_XML_START && fr_xml_is(xml, "rect") && fr_xml_attribute(xml, "x", &x)) ...
 *     fr_xml_close(xml);
 *
 * Errors stick in the input. Nothing is fetched: no network, no DTD, no external entity. Entities that a document
 * defines itself are not expanded in text: there they are an error. Other encodings than UTF-8 are errors too. A text
 * has at most 10 MB, nesting 256 levels: the limits of libxml2.
 */
#ifndef FR_FORMATS_XML_H
#define FR_FORMATS_XML_H

#include "base/input.h"

typedef struct fr_xml fr_xml;

typedef enum fr_xml_piece { FR_XML_NONE, FR_XML_START, FR_XML_TEXT, FR_XML_END } fr_xml_piece;

/* Reads `in`, which must live as long. NULL: it does not begin as XML, or memory ran out; that sticks in the input. */
fr_xml *fr_xml_open(fr_input *in);
/* The next piece; FR_XML_NONE at the end and after a failure. <a/> is a start and an end. */
fr_xml_piece fr_xml_next(fr_xml *xml);
/* Returns true if the element that starts or ends here has this name, whatever its prefix. */
bool fr_xml_is(const fr_xml *xml, const char *name);
/* The value of an attribute, "x" or "fg:x", of the element that starts here. It lives until the next call of a function
 * with `xml`. False: there is none. */
bool fr_xml_attribute(fr_xml *xml, const char *name, fr_bytes *value);
fr_bytes fr_xml_text(const fr_xml *xml); /* The text of this piece, until the next one. */
uint64_t fr_xml_line(const fr_xml *xml); /* The line of this piece, from 1. */
void fr_xml_close(fr_xml *xml);          /* NULL is fine. */

#endif
