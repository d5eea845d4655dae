// usage: node build.mjs OUT NO_CORES.wasm CORES.wasm LARGE_CORE.wasm ALL.wasm
//
// Bundles the client into the folder OUT and writes OUT/page_parts.c, the C source that holds its
// parts: style, script, the script of workers, and the module (gzip). The program puts pages
// together from them.
import { build } from 'esbuild';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const here = dirname(fileURLToPath(import.meta.url));
const [out, ...modules] = process.argv.slice(2);
if (modules.length !== 4) {
  console.error('usage: node build.mjs OUT NO_CORES.wasm CORES.wasm LARGE_CORE.wasm ALL.wasm');
  process.exit(64);
}
mkdirSync(out, { recursive: true });

await build({
  absWorkingDir: here,
  entryPoints: { page: 'src/main.tsx', worker: 'src/engine/worker.ts' },
  outdir: out,
  bundle: true,
  minify: true,
  format: 'iife',
  target: ['es2022'],
  charset: 'utf8',
  legalComments: 'none',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  logLevel: 'warning',
});

/* The workshop is unpacked by those who want it: its style is a text within its script. */
const workshop = await build({
  absWorkingDir: here,
  entryPoints: ['src/workshop/main.tsx'],
  write: false,
  bundle: true,
  minify: true,
  format: 'iife',
  target: ['es2022'],
  charset: 'utf8',
  legalComments: 'none',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  loader: { '.css': 'text' },
  /* The style of the door to it is the page's. */
  logOverride: { 'ignored-bare-import': 'silent' },
  logLevel: 'warning',
});
const workshopScript = workshop.outputFiles[0].contents;
writeFileSync(join(out, 'workshop.js'), workshopScript);

const parts = {
  style: readFileSync(join(out, 'page.css')),
  script: readFileSync(join(out, 'page.js')),
  worker: readFileSync(join(out, 'worker.js')),
  workshop: gzipSync(workshopScript, { level: 9 }),
};
for (const [name, bytes] of Object.entries(parts)) {
  if (/<\/(script|style)|<!--/i.test(bytes.toString())) {
    throw new Error(`the part '${name}' would end the element that it stands in`);
  }
}

/* Sites load it as a file of its own. */
parts.workbench = workshopScript;
for (const name of ['style', 'script']) {
  parts[`${name}_gz`] = gzipSync(parts[name], { level: 9 });
  parts[`${name}_br`] = brotliCompressSync(parts[name]);
}

for (const [i, module] of modules.entries()) {
  parts[`module_${i}`] = gzipSync(readFileSync(module), { level: 9 });
}

/** Bytes as the rows of an array of C. */
function rows(bytes) {
  const lines = [];
  for (let at = 0; at < bytes.length; at += 32) {
    lines.push(`  ${[...bytes.subarray(at, at + 32)].join(',')},`);
  }
  return lines.join('\n');
}

writeFileSync(
  join(out, 'page_parts.c'),
  `/* Generated from web/ by web/build.mjs. */
#include "cli/page_parts.h"

${Object.entries(parts)
  .map(([name, bytes]) => `static const unsigned char ${name}[] = {\n${rows(bytes)}\n};\n`)
  .join('\n')}
const cli_page_parts cli_page = {
${Object.entries(parts)
  .map(([name, bytes]) => [name, name.replace(/_(\d)$/, '[$1]'), bytes.length])
  .map(([name, place, length]) => `    .${place} = {${name}, ${length}},`)
  .join('\n')}
};
`,
);
