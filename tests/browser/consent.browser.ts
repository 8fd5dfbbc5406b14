import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HTTPRequest, Page } from 'puppeteer-core';
import { z } from 'zod';
import type { PairingConsent } from '../../src/control';
import { authorizationUrl, registered } from '../server/sign-in/support/plain-client';
import { atPublicName, publicUrl } from '../server/sign-in/support/public-name';
import { RunningLectern } from '../support/lectern';
import { eventually } from '../support/time/waiting';
import { openChromium, type OpenChromium } from './support/chromium';

const callback = 'http://127.0.0.1:4321/callback';
const axe = readFileSync(join(__dirname, '..', '..', 'node_modules', 'axe-core', 'axe.min.js'), 'utf8');
const violations = z.object({ violations: z.array(z.object({ id: z.string() })) });

let chromium: OpenChromium;
let lectern: RunningLectern;
let page: Page;
/** What the page's form sends; the browser does not tell it of a request. */
let form = '';
let answer: (consent: PairingConsent | undefined) => void;

beforeAll(async () => {
  chromium = await openChromium();
  lectern = await RunningLectern.start({ settings: { publicUrl } });
});
afterAll(async () => {
  await lectern.close();
  await chromium.close();
});

/** A phone whose requests for the public name come to Lectern as from a proxy. */
async function phone(language: string): Promise<void> {
  page = await chromium.browser.newPage();
  await page.setViewport({ width: 360, height: 640 });
  await page.setExtraHTTPHeaders({ 'accept-language': language });
  await page.setRequestInterception(true);
  page.on('request', request => void pass(request));
}

async function pass(request: HTTPRequest): Promise<void> {
  if (request.url().startsWith(callback)) return request.respond({ body: 'back in the client' });
  if (!request.url().startsWith(publicUrl)) return request.abort();
  const sent = {
    method: request.method(),
    headers: request.headers(),
    ...(request.method() === 'POST' ? { body: form } : {}),
  };
  const { status, headers, text } = await atPublicName(lectern.port, request.url(), sent);
  return request.respond({ status, headers: Object.fromEntries(headers), body: text });
}

/** Opens the window of a client with a name that is as long as it may be. @returns its code */
async function open(): Promise<string> {
  const pairing = lectern.control().openPairing({
    rights: 'read',
    ask: () => new Promise(resolve => (answer = resolve)),
    ended: () => undefined,
  });
  const client = await registered(lectern.port, `Assistant${'x'.repeat(51)}`, callback);
  await page.goto(authorizationUrl(client));
  return pairing.code;
}

async function enter(code: string): Promise<void> {
  await page.type('#code', code);
  form = String(await page.evaluate('new URLSearchParams(new FormData(document.forms[0])).toString()'));
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
}

async function expectGood(): Promise<void> {
  await page.evaluate(axe);
  expect(violations.parse(await page.evaluate('axe.run(document)')).violations).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
}

test.each([
  ['en', 'Code', 'Continue'],
  ['de', 'Code', 'Weiter'],
])(
  'a phone that speaks %s goes through the consent page, which reads well',
  async (language, label, next) => {
    await phone(language);
    const code = await open();
    expect(await page.$eval('label', element => element.textContent)).toBe(label);
    expect(await page.$eval('button', element => element.textContent)).toBe(next);
    await expectGood();
    await enter('wrong code');
    await expectGood();
    await enter(`${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase());
    expect(new URL(page.url()).pathname).toBe('/oauth/wait');
    await expectGood();
    answer({ rights: 'read', folders: [], changes: 'ask' });
    await eventually(() => page.url().startsWith(callback), 10_000);
    expect(new URL(page.url()).searchParams.get('code')).not.toBeNull();
    await page.goto(`${publicUrl}/oauth/wait?id=x`);
    await expectGood();
    await page.close();
  },
);
