// A site as a host serves it: the page of all games, and a game that is opened from there.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { browser, faults, folder, keep, open, settle } from '../browser.mjs';

test('a site shows its games, and each plays', async () => {
  const games = ['chess', 'borderline', 'warlord-clash-of-arms'];
  const server = spawn(process.env.MARCHER, ['serve', ...games, '--workshop'], { stdio: 'pipe' });
  try {
    const address = await new Promise((resolve, reject) => {
      let told = '';
      server.stdout.on('data', (text) => {
        told += text; /* in as many pieces as it likes */
        const line = /(http:\S+).*\n/.exec(told);
        if (line) {
          resolve(line[1]);
        }
      });
      server.stderr.on('data', (text) => reject(new Error(String(text))));
    });
    const { page, close } = await open(address);
    assert.deepEqual(await faults(page), []);
    await page.locator('.box img').first().waitFor();
    await keep(page, 'site');
    await page.getByRole('link', { name: /Borderline/ }).click();
    await page.locator('.board').waitFor();
    assert.equal(await settle(page), 'turn');
    await page.getByRole('link', { name: 'Workshop' }).click();
    await page.getByRole('button', { name: 'Begin', exact: true }).click();
    await page.locator('.ws-game .board').waitFor();
    await page.locator('.cm-line', { hasText: '[my-game:borderline]' }).waitFor();
    await page.getByRole('button', { name: 'All texts' }).click();
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.locator('main[data-phase=lobby]').waitFor();
    await close();
  } finally {
    server.kill('SIGINT');
  }
});

test('a page of a site that is opened as a file says what to do', async () => {
  const site = join(folder, 'site');
  execFileSync(process.env.MARCHER, ['site', site, 'chess']);
  const page = await browser.newPage();
  await page.goto(`file://${site}/chess.html`);
  await page.getByText('This page belongs to a site').waitFor();
  await page.close();
});
