#include "cli/json.h"

#include "cli/files.h"

mr_json *cli_document_open(cli_document *document) {
  mr_str_init(&document->text, NULL);
  mr_json_open(&document->json, &document->text);
  return &document->json;
}

int cli_document_print(cli_context *cli, cli_document *document) {
  return cli_document_save(cli, document, NULL);
}

int cli_document_save(cli_context *cli, cli_document *document, const char *path) {
  mr_json_end(&document->json);
  mr_str_char(&document->text, '\n');
  int status = document->text.status == MR_OK ? cli_text_write(cli, path, &document->text)
                                              : cli_fail_memory(cli);
  cli_document_drop(document);
  return status;
}

void cli_document_drop(cli_document *document) {
  mr_str_done(&document->text);
}
