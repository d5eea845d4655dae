// The largest map that there is, panned and zoomed: what a frame costs besides painting, and how many
// are shown in a second where there is no GPU to paint them.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder, keep, open, until } from '../browser.mjs';

/** Milliseconds of script, style and layout that a frame may take: a screen shows sixty a second. */
const FRAME = 16;

test('a map of 120 x 120 follows the finger', async () => {
  const run = (...words) => execFileSync(process.env.MARCHER, words, { maxBuffer: 1 << 28 });
  const rules = join(folder, 'large.ini');
  const file = join(folder, 'large.html');
  const text = run('generate', 'warlord', '--size', '120x120', '--seed', '1').toString();
  writeFileSync(rules, text);
  const name = text.match(/^\[([^\]:]+)/m)[1];
  run('page', name, '--rules', rules, '-o', file);
  const { page, close } = await open(`file://${file}`);
  await page.locator('.board').waitFor();
  const box = await page.locator('.pan').boundingBox();
  const zoom = await page.locator('.zoom').boundingBox();
  assert.ok(zoom.y >= box.y + box.height, 'the buttons lie over squares');
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async () => {
    const { metrics } = await client.send('Performance.getMetrics');
    const of = (wanted) => metrics.find((one) => one.name === wanted)?.value ?? 0;
    return (of('ScriptDuration') + of('RecalcStyleDuration') + of('LayoutDuration')) * 1000;
  };
  await page.mouse.move(middle.x, middle.y);
  for (let i = 0; i < 4; i++) {
    await page.mouse.wheel(0, -300);
  }
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 300))),
  );
  await keep(page, 'map-near');
  const corner = await empty(page);
  await page.mouse.move(corner.x, corner.y);
  await page.mouse.down();
  const frames = [];
  const place = () => page.locator('.sheet').evaluate((sheet) => sheet.style.transform);
  const before = await place();
  for (let i = 1; i <= 30; i++) {
    const began = await spent();
    await page.mouse.move(corner.x - 4 * i, corner.y - 3 * i);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done())));
    frames.push((await spent()) - began);
  }
  /* What comes now goes back and forth, and may end where it began. */
  assert.notEqual(await place(), before, 'the map has not moved');
  const panned = await shown(page, async (i) => {
    await page.mouse.move(corner.x - 120 + 4 * (i % 60), corner.y - 90 + 3 * (i % 60));
  });
  await page.mouse.up();
  frames.sort((a, b) => a - b);
  const median = frames[frames.length / 2];
  console.log(`# script, style and layout of a frame: median ${median.toFixed(1)} ms`);
  assert.ok(median <= FRAME, `a frame takes ${median} ms`);
  /* The small board in the corner shows where one is, and a press on it goes elsewhere. */
  const overview = page.locator('.overview');
  await overview.waitFor();
  const share = (name) => page.locator('.overview .window').getAttribute(name);
  assert.ok(Number(await share('width')) < 100, 'all of the board is seen');
  const { x, y, width, height } = await overview.boundingBox();
  await page.mouse.click(x + width * 0.9, y + height * 0.9);
  await until(page, () => {
    const { x, width } = document.querySelector('.overview .window');
    return x.baseVal.value > 60 && x.baseVal.value + width.baseVal.value < 122;
  });
  await keep(page, 'map-overview');
  await page.getByRole('button', { name: 'All of the board' }).click();
  await overview.waitFor({ state: 'hidden' });
  const zoomed = await shown(page, (i) => page.mouse.wheel(0, i % 20 < 10 ? -40 : 40));
  console.log(
    `# frames a second, drawn without a GPU: panned ${panned.toFixed(0)}, zoomed ${zoomed.toFixed(0)}`,
  );
  await close();
});

/** Frames a second that are shown while something moves for two seconds. */
async function shown(page, move) {
  const counted = page.evaluate(
    () =>
      new Promise((done) => {
        const began = performance.now();
        let frames = 0;
        const next = (now) => {
          frames++;
          if (now - began < 2000) {
            requestAnimationFrame(next);
          } else {
            done((frames * 1000) / (now - began));
          }
        };
        requestAnimationFrame(next);
      }),
  );
  let running = true;
  const ended = counted.finally(() => {
    running = false;
  });
  for (let i = 0; running; i++) {
    await move(i);
  }
  return ended;
}

/** A place of the map where no piece takes the drag. */
async function empty(page) {
  return page.evaluate(() => {
    const pan = document.querySelector('.pan').getBoundingClientRect();
    const pieces = [...document.querySelectorAll('.board .piece')].map((one) =>
      one.getBoundingClientRect(),
    );
    for (let y = pan.top + pan.height / 2; y < pan.bottom - 100; y += 7) {
      for (let x = pan.left + pan.width / 2; x < pan.right - 100; x += 7) {
        if (
          !pieces.some(
            (r) => x > r.left - 3 && x < r.right + 3 && y > r.top - 3 && y < r.bottom + 3,
          )
        ) {
          return { x, y };
        }
      }
    }
    return { x: pan.left + 5, y: pan.top + 5 };
  });
}
