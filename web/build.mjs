// usage: node build.mjs OUT [MODULE.wasm]
//
// Builds the client into the folder OUT: page.js and page.css, worker.js, and, of a module, the
// text that a page carries: gzip in base64. Everything else is the program's, which puts a page
// together.
import { build } from 'esbuild';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const here = dirname(fileURLToPath(import.meta.url));
const [out, module] = process.argv.slice(2);
if (!out) {
  console.error('usage: node build.mjs OUT [MODULE.wasm]');
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

if (module) {
  const packed = gzipSync(readFileSync(module), { level: 9 });
  writeFileSync(join(out, 'module.txt'), packed.toString('base64'));
}
