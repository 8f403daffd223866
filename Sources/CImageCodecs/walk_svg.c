/* libxml2's SAX interface, declared here as librsvg's is: the structure of handlers has not changed since libxml2 2.6. */
#include "CImageCodecs.h"
#if defined(__linux__) && defined(ALULA_SVG)
#include <limits.h>
#include <string.h>

#include "lazy_library.h"

typedef unsigned char xmlChar;
typedef void (*any_function)(void);
typedef void (*entity_function)(void *context, const xmlChar *name, int type, const xmlChar *public_id, const xmlChar *system_id,
                                xmlChar *content);
typedef struct {
  any_function internalSubset, isStandalone, hasInternalSubset, hasExternalSubset, resolveEntity, getEntity;
  entity_function entityDecl;
  any_function notationDecl, attributeDecl, elementDecl, unparsedEntityDecl, setDocumentLocator, startDocument, endDocument, startElement,
      endElement, reference;
  void (*characters)(void *context, const xmlChar *text, int size);
  void (*ignorableWhitespace)(void *context, const xmlChar *text, int size);
  void (*processingInstruction)(void *context, const xmlChar *target, const xmlChar *data);
  any_function comment, warning, error, fatalError, getParameterEntity;
  void (*cdataBlock)(void *context, const xmlChar *text, int size);
  any_function externalSubset;
  unsigned int initialized;
  void *reserved;
  void (*startElementNs)(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int namespace_count,
                         const xmlChar **namespaces, int attribute_count, int default_count, const xmlChar **attributes);
  void (*endElementNs)(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri);
  any_function serror;
} sax_handlers;
/* Of libxml2's context the first members are used. */
typedef struct {
  sax_handlers *sax;
  void *user_data;
  void *document;
} parser_context;

void xmlInitParser(void);
parser_context *xmlCreateMemoryParserCtxt(const char *data, int size);
int xmlCtxtUseOptions(parser_context *context, int options);
int xmlParseDocument(parser_context *context);
void xmlStopParser(parser_context *context);
void xmlFreeParserCtxt(parser_context *context);
void xmlFreeDoc(void *document);

#define XML_FUNCTIONS(F)                                                                                             \
  F(xmlInitParser) F(xmlCreateMemoryParserCtxt) F(xmlCtxtUseOptions) F(xmlParseDocument) F(xmlStopParser) F(xmlFreeParserCtxt) \
  F(xmlFreeDoc)
/* Found among what librsvg depends on, whatever version that is. */
ALULA_LAZY_LIBRARY(xml, "librsvg-2.so.2", XML_FUNCTIONS)

/* XML_PARSE_NOENT, NOERROR, NOWARNING, NONET */
#define OPTIONS (1 << 1 | 1 << 5 | 1 << 6 | 1 << 11)

/* The handlers' context must be libxml2's own, for its entities; so the visitor of a walk is the thread's. */
typedef struct {
  const alula_svg_visitor *visitor;
  entity_function declare;
  int is_over;
} walk_state;
static _Thread_local walk_state *current;

static void begin(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int namespace_count,
                  const xmlChar **namespaces, int attribute_count, int default_count, const xmlChar **attributes) {
  (void)prefix, (void)uri, (void)namespace_count, (void)namespaces, (void)default_count;
  walk_state *state = current;
  if (!state->is_over) {
    const alula_svg_visitor *visitor = state->visitor;
    visitor->begin(visitor->context, (const char *)name);
    for (int index = 0; index < attribute_count; index++) {
      /* Name, prefix, address of the namespace, start and end of the value. */
      const xmlChar **attribute = attributes + 5 * index;
      if (attribute[1] && attribute[2] && !strstr((const char *)attribute[2], "xlink")) continue;
      visitor->attribute(visitor->context, (const char *)attribute[0], attribute[3], (size_t)(attribute[4] - attribute[3]));
    }
    state->is_over = !visitor->begun(visitor->context);
  }
  if (state->is_over) xml.xmlStopParser(context);
}

static void end(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
  (void)context, (void)name, (void)prefix, (void)uri;
  if (!current->is_over) current->visitor->end(current->visitor->context);
}

static void text(void *context, const xmlChar *text, int size) {
  (void)context;
  if (!current->is_over && size > 0) current->visitor->text(current->visitor->context, text, (size_t)size);
}

static void instruction(void *context, const xmlChar *target, const xmlChar *data) {
  (void)context, (void)target;
  if (!current->is_over && data) {
    current->visitor->instruction(current->visitor->context, data, strlen((const char *)data));
  }
}

/* Entities outside the document are not declared at all, so they are never read. 1 and 4: within it, for content and for the type. */
static void declare(void *context, const xmlChar *name, int type, const xmlChar *public_id, const xmlChar *system_id, xmlChar *content) {
  if (type == 1 || type == 4) current->declare(context, name, type, public_id, system_id, content);
}

const char *alula_svg_walk_problem(void) { return xml_problem(); }

int alula_svg_walk(const uint8_t *data, size_t size, const alula_svg_visitor *visitor) {
  if (size == 0 || size > INT_MAX || !load_xml()) return 0;
  xml.xmlInitParser();
  parser_context *parser = xml.xmlCreateMemoryParserCtxt((const char *)data, (int)size);
  if (!parser) return 0;
  xml.xmlCtxtUseOptions(parser, OPTIONS);
  sax_handlers *sax = parser->sax;
  walk_state state = {visitor, sax->entityDecl, 0}, *outer = current;
  current = &state;
  sax->entityDecl = declare;
  sax->startElementNs = begin;
  sax->endElementNs = end;
  sax->characters = sax->ignorableWhitespace = sax->cdataBlock = text;
  sax->processingInstruction = instruction;
  sax->comment = sax->warning = sax->error = sax->fatalError = sax->reference = NULL;
  int is_read = xml.xmlParseDocument(parser) == 0 || state.is_over;
  current = outer;
  /* It holds the entities. */
  void *document = parser->document;
  xml.xmlFreeParserCtxt(parser);
  if (document) xml.xmlFreeDoc(document);
  return is_read;
}
#endif
