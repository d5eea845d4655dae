/**
 * @file catalog_priv.h
 * What the files of the catalogue share.
 */
#ifndef MARCHER_CATALOG_PRIV_H
#define MARCHER_CATALOG_PRIV_H

#include <marcher/catalog.h>

/** Checks a resolved definition against its family and compiles it; see mr_catalog_open. */
mr_status mr_catalog_compile(const mr_definition *definition, const mr_allocator *allocator,
                             mr_game **out, mr_diagnostics *list);

#endif
