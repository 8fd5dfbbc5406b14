import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, launch } from 'puppeteer-core';

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

export interface OpenChromium {
  readonly browser: Browser;
  close(): Promise<void>;
}

/** A headless Chromium with a profile of its own; `CHROMIUM` says where it is when it is in no usual place. */
export async function openChromium(): Promise<OpenChromium> {
  const named = process.env['CHROMIUM'];
  const executablePath = named ?? usualPlaces.find(place => existsSync(place));
  if (executablePath === undefined)
    throw new Error('There is no Chromium. Install it, or name its program in CHROMIUM.');
  const profile = mkdtempSync(join(tmpdir(), 'lectern-chromium-'));
  const browser = await launch({ executablePath, headless: true, userDataDir: profile, args: flags });
  return {
    browser,
    close: async () => {
      await browser.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** Without a sandbox, which containers do not give, and without calls of its own to the network. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
