// Firefox as it comes with a system, by its own protocol (Marionette): a length, a colon, JSON.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/* A profile that asks nothing, looks for nothing, and lets the system choose the port. */
const settings = `
user_pref("marionette.port", 0);
user_pref("app.update.enabled", false);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.page", 0);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("toolkit.telemetry.reportingpolicy.firstRun", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("extensions.update.enabled", false);
user_pref("ui.prefersReducedMotion", 1);
`;

/** Milliseconds that a first start may take on a busy machine. */
const START_LIMIT = 60000;

async function portOf(profile) {
  const file = join(profile, 'MarionetteActivePort');
  for (let waited = 0; waited < START_LIMIT; waited += 50) {
    if (existsSync(file) && readFileSync(file, 'utf8').trim()) {
      return Number(readFileSync(file, 'utf8'));
    }
    await sleep(50);
  }
  throw new Error('firefox does not say where it listens');
}

/** Answers of a socket, by the numbers of what was asked. */
function speak(socket) {
  const waiting = new Map();
  let bytes = Buffer.alloc(0);
  let next = 1;
  socket.on('data', (more) => {
    bytes = Buffer.concat([bytes, more]);
    for (let colon = bytes.indexOf(58); colon > 0; colon = bytes.indexOf(58)) {
      const length = Number(bytes.subarray(0, colon));
      if (bytes.length < colon + 1 + length) {
        return;
      }
      const message = JSON.parse(bytes.subarray(colon + 1, colon + 1 + length));
      bytes = bytes.subarray(colon + 1 + length);
      if (Array.isArray(message)) {
        const [, id, error, result] = message;
        const { resolve, reject } = waiting.get(id);
        waiting.delete(id);
        if (error) {
          reject(new Error(`${error.error}: ${error.message}`));
        } else {
          resolve(result);
        }
      }
    }
  });
  return (command, parameters = {}) =>
    new Promise((resolve, reject) => {
      const text = JSON.stringify([0, next, command, parameters]);
      waiting.set(next++, { resolve, reject });
      socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
}

/** Its helpers outlive it, and write into the profile until they are gone. */
async function endGroup(leader) {
  for (let tries = 0; tries < 500; tries++) {
    try {
      process.kill(-leader, 'SIGKILL');
    } catch {
      return; // nobody is left
    }
    await sleep(20);
  }
}

/** Starts Firefox without a window. */
export async function launch(program) {
  const profile = mkdtempSync(join(tmpdir(), 'marcher-firefox-'));
  writeFileSync(join(profile, 'user.js'), settings);
  const child = spawn(
    program,
    ['--marionette', '--headless', '--no-remote', '--profile', profile],
    {
      stdio: 'ignore',
      detached: true, // its processes are a group, which is ended as a whole
      env: { ...process.env, HOME: profile, MOZ_HEADLESS: '1' },
    },
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const socket = connect(await portOf(profile), '127.0.0.1');
  const ask = speak(socket);
  await ask('WebDriver:NewSession', { capabilities: { alwaysMatch: {} } });
  await ask('WebDriver:SetWindowRect', { width: 1280, height: 900 });
  return {
    go: (url) => ask('WebDriver:Navigate', { url }),
    /** What a function answers in the page. */
    evaluate: async (what, ...words) => {
      const script = `return (${what}).apply(null, arguments)`;
      return (await ask('WebDriver:ExecuteScript', { script, args: words })).value;
    },
    press: (x, y) =>
      ask('WebDriver:PerformActions', {
        actions: [
          {
            type: 'pointer',
            id: 'mouse',
            actions: [
              { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
              { type: 'pointerDown', button: 0 },
              { type: 'pointerUp', button: 0 },
            ],
          },
        ],
      }),
    picture: async () => Buffer.from((await ask('WebDriver:TakeScreenshot')).value, 'base64'),
    close: async () => {
      await ask('Marionette:Quit', { flags: ['eForceQuit'] }).catch(() => undefined);
      await Promise.race([ended, sleep(10000)]);
      socket.destroy();
      await endGroup(child.pid);
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
