// usage: node build.mjs OUT MODULE LIBDEFLATE_GZIP
//
// Bundles the client into the folder OUT and writes OUT/page_parts.c, the C source that holds its
// parts: style, script, the script of workers, and the program of MODULE.wasm, whole and without
// what some games do not need (gzip). MODULE.map, the linker's, says where that is. The program
// puts pages together from them.
import { execFileSync } from 'node:child_process';
import { build } from 'esbuild';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

const here = dirname(fileURLToPath(import.meta.url));
const [out, file, libdeflate] = process.argv.slice(2);
if (!libdeflate) {
  console.error('usage: node build.mjs OUT MODULE LIBDEFLATE_GZIP');
  process.exit(64);
}
mkdirSync(out, { recursive: true });

/** Smaller by four parts in a hundred than node's own zlib makes it, in a third of a second. */
const gzip = (bytes) =>
  execFileSync(libdeflate, ['-12'], { input: bytes, maxBuffer: 1 << 26 /* far above any part */ });

/* ---- the program, and what can be cut out of it ---------------------------------------------- */

const module = new Uint8Array(readFileSync(`${file}.wasm`));
const map = readFileSync(`${file}.map`, 'utf8').split('\n');

/** Bytes of the head of a section: its number and its size, behind which the map begins to count. */
function headAt(offset) {
  let end = offset + 1;
  while (module[end++] >= 128);
  return end - offset;
}

/** Where some object files are in the module; see web/src/workshop/cut.ts. */
function partOf(objects) {
  const part = { functions: [], constants: [] };
  let section = '';
  let head = 0;
  for (const line of map) {
    const [, address, offset, size, what] = /^ *(-|\w+) +(\w+) +(\w+) +(.*)$/.exec(line) ?? [];
    const [, object] = /\b(\w+)\.c\.obj\):\(.*\)$/.exec(what ?? '') ?? [];
    const [at, length] = [Number.parseInt(offset, 16) + head, Number.parseInt(size, 16)];
    const last = part.functions[part.functions.length - 1];
    if (address === '-' && /^[A-Z]+$/.test(what)) {
      section = what;
      head = headAt(at - head);
    } else if (!objects.includes(object) || /:\(\.bss/.test(what)) {
      /* Of something else, or nothing that the file has. */
    } else if (section === 'DATA') {
      part.constants.push([at, length]);
    } else if (last && last[0] + last[1] === at) {
      last[1] += length;
      last[2]++;
    } else {
      part.functions.push([at, length, 1]);
    }
  }
  if (part.functions.length === 0 || part.constants.length === 0) {
    throw new Error(`the map of the module has nothing of ${objects.join(', ')}`);
  }
  return part;
}

/** By the bits of mr_game_info.parts. */
const moduleParts = [partOf(['page_w1']), partOf(['page_w2']), partOf(['page_w4'])];

await build({
  absWorkingDir: here,
  entryPoints: { cut: 'src/workshop/cut.ts' },
  outdir: out,
  outExtension: { '.js': '.mjs' },
  format: 'esm',
  target: ['es2022'],
  logLevel: 'warning',
});
const { keepParts } = await import(pathToFileURL(join(out, 'cut.mjs')));

/* ---- the client ------------------------------------------------------------------------------ */

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
  define: { MODULE_PARTS: JSON.stringify(moduleParts) },
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
  workshop: gzip(workshopScript),
};
for (const [name, bytes] of Object.entries(parts)) {
  if (/<\/(script|style)|<!--/i.test(bytes.toString())) {
    throw new Error(`the part '${name}' would end the element that it stands in`);
  }
}

/* Sites load it as a file of its own. */
parts.workbench = workshopScript;
for (const name of ['style', 'script']) {
  parts[`${name}_gz`] = gzip(parts[name]);
  parts[`${name}_br`] = brotliCompressSync(parts[name]);
}

/* Without any, with each of them alone, and whole: nothing else is worth its bytes in the program. */
const whole = (1 << moduleParts.length) - 1;
for (const i of [0, ...moduleParts.map((_, part) => 1 << part), whole]) {
  const kept = await keepParts(module, moduleParts, i).arrayBuffer();
  parts[`module_${i}`] = gzip(new Uint8Array(kept));
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
