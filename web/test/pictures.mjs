// The pictures of the README, drawn anew: docs/pictures.
//
//     MARCHER=build/release/marcher CHROMIUM=/usr/bin/chromium node web/test/pictures.mjs
import { spawn, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(new URL('../package.json', import.meta.url));
const { chromium } = require('playwright-core');
const marcher = process.env.MARCHER ?? 'build/release/marcher';
const out = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'marcher-pictures-'));
mkdirSync(out, { recursive: true });

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});

async function open(address, options) {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  await page.goto(address);
  await page.locator('main[data-phase]:not([data-phase=wait])').waitFor();
  return page;
}

async function keep(page, name) {
  const client = await page.context().newCDPSession(page);
  await page.waitForTimeout(400);
  const wish = { format: 'webp', quality: 80 };
  const { data } = await client.send('Page.captureScreenshot', wish);
  writeFileSync(join(out, `${name}.webp`), Buffer.from(data, 'base64'));
  await page.context().close();
}

const server = spawn(marcher, ['serve'], { stdio: ['ignore', 'pipe', 'inherit'] });
const address = await new Promise((resolve) => {
  server.stdout.on('data', (text) => {
    const found = /http:\S+/.exec(String(text));
    if (found) {
      resolve(found[0]);
    }
  });
});
await keep(await open(address, { viewport: { width: 1200, height: 800 } }), 'games');
server.kill('SIGINT');

const file = join(folder, 'borderlands.html');
execFileSync(marcher, ['page', 'borderlands', '-o', file]);
const table = await open(`file://${file}`, { viewport: { width: 1200, height: 800 } });
for (let i = 0; i < 3; i++) {
  await table.getByRole('button', { name: 'Hint' }).click();
  await table.getByRole('button', { name: 'Play it' }).click();
  await table.locator(`main[data-phase=turn]:not([data-count="${2 * i}"])`).waitFor();
  await table.waitForTimeout(200);
  await table.locator('main[data-phase=turn]').waitFor({ timeout: 60000 });
}
/* A piece with many ways is pressed. */
for (let i = 0; i < 40 && (await table.locator('.mark-target, .mark-take').count()) < 6; i++) {
  const piece = await table.locator('.board .piece').nth(i).boundingBox();
  await table.mouse.click(piece.x + piece.width / 2, piece.y + piece.height / 2);
  await table.waitForTimeout(60);
}
await keep(table, 'borderlands');

const small = join(folder, 'borderline.html');
execFileSync(marcher, ['page', 'borderline', '-o', small]);
const telephone = await open(`file://${small}`, {
  viewport: { width: 375, height: 780 },
  deviceScaleFactor: 2,
  colorScheme: 'dark',
});
for (let i = 0; i < 3; i++) {
  await telephone.getByRole('button', { name: 'Hint' }).click();
  await telephone.getByRole('button', { name: 'Play it' }).click();
  await telephone.waitForTimeout(300);
  await telephone.locator('main[data-phase=turn]').waitFor({ timeout: 60000 });
}
await telephone.evaluate(() => scrollTo(0, 0));
await keep(telephone, 'borderline-telephone');
await browser.close();
rmSync(folder, { recursive: true });
