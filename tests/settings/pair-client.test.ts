import type { JSDOM } from 'jsdom';
import { asInApp } from '../browser/support/app-lectern';
import { closePage, openPage } from '../headless/page';
import { appInterfaceOf } from '../support/app-interface';
import { RunningLectern } from '../support/lectern';
import { eventually } from '../support/time/waiting';
import { signIn } from '../server/sign-in/support/browser';
import {
  authorizationUrl,
  called,
  redeemed,
  registered,
  tokensIn,
} from '../server/sign-in/support/plain-client';
import { atPublicName, publicUrl } from '../server/sign-in/support/public-name';

let page: JSDOM;
let lectern: RunningLectern;

async function start(settings: Record<string, unknown>): Promise<void> {
  page = openPage();
  lectern = await RunningLectern.start(asInApp({ 'Home.md': 'home', 'Projects/A.md': 'a' }, settings));
  lectern.host.internals.setting.openTabById('lectern-mcp');
  press('Connections');
  press('Connect');
}
afterEach(async () => {
  await lectern.close();
  closePage(page);
});

const body = (): HTMLElement => page.window.document.body;
const texts = (): string => body().textContent;

function press(text: string): void {
  const all = [...body().querySelectorAll<HTMLElement>('button, .setting-item.mod-clickable')];
  const found = all.find(one => (one.querySelector('.setting-item-name') ?? one).textContent === text);
  if (found === undefined) throw new Error(`There is no ${text} in ${texts()}`);
  found.click();
}

const shownCode = (): string => /[A-Z]{4}-[A-Z]{4}/.exec(texts())?.[0] ?? '';

test('the owner sees the code and the client, and allows it', async () => {
  await start({ publicUrl });
  expect(texts()).toContain(`${publicUrl}/mcp`);
  const client = await registered(lectern.port, 'Phone');
  const back = signIn(lectern.port, authorizationUrl(client), shownCode());
  await eventually(() => texts().includes('“Phone”'));
  expect(texts()).toContain(client.redirect);
  expect(page.window.document.activeElement?.textContent).toBe('Refuse');
  press('Allow');
  const code = (await back).searchParams.get('code') ?? '';
  const tokens = tokensIn(await redeemed(lectern.port, client, code));
  expect((await called(lectern.port, tokens.access_token)).status).toBe(200);
  expect(texts()).toContain('“Phone”');
  const { tokens: stored } = appInterfaceOf(lectern).tab.store.settings;
  expect(stored.at(-1)).toMatchObject({
    name: 'Phone',
    rights: 'write',
    approval: { edit: 'ask', delete: 'ask' },
  });
});

test('a refusal, and a dialog that is closed, let nobody in', async () => {
  await start({ publicUrl });
  const client = await registered(lectern.port);
  const back = signIn(lectern.port, authorizationUrl(client), shownCode());
  await eventually(() => texts().includes(client.redirect));
  press('Refuse');
  expect((await back).searchParams.get('error')).toBe('access_denied');
  press('Close');
  press('Connect');
  expect((await atPublicName(lectern.port, `${publicUrl}/oauth/authorize`)).status).toBe(400);
  body().querySelector<HTMLElement>('.modal-close-button')?.click();
  expect((await atPublicName(lectern.port, `${publicUrl}/oauth/authorize`)).status).toBe(403);
});

test('without a public address it is asked for first', async () => {
  await start({});
  const field = body().querySelector<HTMLInputElement>('.modal input[type="text"]');
  const enter = (text: string): void => {
    if (field === null) throw new Error('There is no field.');
    field.value = text;
    field.dispatchEvent(new page.window.Event('change'));
  };
  enter('http://notes.example.org');
  expect(shownCode()).toBe('');
  enter(`${publicUrl}/`);
  await eventually(() => shownCode() !== '');
  expect(appInterfaceOf(lectern).tab.store.settings.publicUrl).toBe(publicUrl);
});

test('a switch lets clients name themselves by documents, where there is a public address', async () => {
  await start({ publicUrl });
  const { store } = appInterfaceOf(lectern).tab;
  expect(store.settings.clientDocuments).toBe(false);
  const label = 'Let clients name themselves by a web address';
  body().querySelector<HTMLElement>(`[aria-label="${label}"]`)?.click();
  await eventually(() => store.settings.clientDocuments);
});

test('a client that signed in twice is two connections, which have no token to copy or rotate', async () => {
  await start({ publicUrl });
  for (const known of ['Phone', 'Phone 2']) {
    const client = await registered(lectern.port, 'Phone');
    const back = signIn(lectern.port, authorizationUrl(client), shownCode());
    await eventually(() => texts().includes('“Phone”'));
    press('Allow');
    const code = (await back).searchParams.get('code') ?? '';
    tokensIn(await redeemed(lectern.port, client, code));
    expect(texts()).toContain(`“${known}”`);
    press('Close');
    if (known === 'Phone') press('Connect');
  }
  const cards = (): HTMLElement[] =>
    [...body().querySelectorAll<HTMLElement>('.lectern-card')].filter(
      card => card.querySelector('.setting-item-name')?.textContent.startsWith('Phone') === true,
    );
  await eventually(() => cards().length === 2);
  const buttons = (card: HTMLElement): HTMLElement[] => [...card.querySelectorAll('button')];
  for (const card of cards()) {
    buttons(card)
      .find(({ textContent }) => textContent === 'Edit')
      ?.click();
    const names = buttons(card).map(({ textContent }) => textContent);
    expect(names).toContain('Revoke');
    for (const none of ['Copy', 'Rotate', 'Show setup']) expect(names).not.toContain(none);
  }
});
