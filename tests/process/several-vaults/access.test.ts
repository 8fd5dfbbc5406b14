import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requestText, sendRaw } from '../../support/http/raw-http';
import { NamedFolders, SeveralVaults } from '../../support/process/several-vaults';
import { eventually } from '../../support/time/waiting';

const folders = new NamedFolders({ work: { 'A.md': 'work' }, home: { 'A.md': 'home' } });
const tokens = { work: 'lct_token-of-work-alone', both: 'lct_token-of-both-vaults' };
const settingsFile = join(folders.parent, 'settings.json');
const page = 'http://page.example';
let front: SeveralVaults;

function writeSettings(vaults: readonly unknown[]): void {
  const given = [
    { name: 'one', value: tokens.work, rights: 'write', vaults },
    { name: 'both', value: tokens.both, rights: 'read' },
  ];
  writeFileSync(settingsFile, JSON.stringify({ tokens: given, allowedOrigins: [page] }));
}

beforeAll(async () => {
  writeSettings(['work']);
  front = await SeveralVaults.start(folders, ['--settings', settingsFile]);
}, 30_000);
afterAll(async () => {
  await front.stop();
  folders.remove();
});

const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

interface Question {
  readonly method: string;
  readonly rest: string;
  readonly headers?: readonly string[];
  readonly body?: string;
}

const json = ['Content-Type: application/json', 'Accept: application/json, text/event-stream'];
const questions: readonly Question[] = [
  { method: 'POST', rest: '/mcp', headers: json, body: message },
  { method: 'POST', rest: '/mcp/?a=b', headers: json, body: message },
  { method: 'POST', rest: '/mcp', headers: ['Content-Type: text/plain'], body: 'no JSON' },
  { method: 'POST', rest: '/mcp', headers: [...json, 'Content-Length: 5'] },
  { method: 'POST', rest: '/mcp', headers: [...json, 'Transfer-Encoding: chunked'] },
  { method: 'POST', rest: '/mcp', headers: [...json, `Origin: ${page}`], body: message },
  { method: 'POST', rest: '/mcp', headers: [...json, 'Origin: http://other.example'], body: message },
  { method: 'GET', rest: '/mcp', headers: ['Accept: text/event-stream'] },
  { method: 'DELETE', rest: '/mcp', headers: ['Mcp-Session-Id: made-up'] },
  { method: 'PUT', rest: '/mcp' },
  { method: 'OPTIONS', rest: '/mcp', headers: [`Origin: ${page}`, 'Access-Control-Request-Method: POST'] },
  { method: 'GET', rest: '' },
  { method: 'GET', rest: '/' },
  { method: 'GET', rest: '/health' },
  { method: 'GET', rest: '/other' },
  { method: 'PUT', rest: `/upload/${'a'.repeat(43)}`, body: 'x' },
  { method: 'GET', rest: `/upload/${'a'.repeat(43)}` },
  { method: 'GET', rest: '/oauth/authorize' },
  { method: 'POST', rest: '/oauth/register', headers: json, body: '{}' },
];

/** The whole answer but for its time. */
async function answer(vault: string, question: Question, token: string | undefined): Promise<unknown> {
  const { method, rest, headers = [], body = '' } = question;
  const own = [
    `Host: 127.0.0.1:${front.port}`,
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...headers,
    ...(body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  const got = await sendRaw(front.port, requestText(method, `/${vault}${rest}`, own, body));
  const entries = Object.entries(got.headers).filter(([name]) => name !== 'date');
  return { status: got.status, headers: entries, body: got.body };
}

const wrong = 'lct_a-token-of-nobody';
const strangers = [tokens.work, wrong, undefined];

async function expectNoDifference(): Promise<void> {
  for (const question of questions)
    for (const token of strangers)
      expect(await answer('home', question, token)).toEqual(await answer('none', question, token));
}

test('for a token that may not use it, a vault answers in every byte as none does', expectNoDifference);

test('nor do headers as long as the front takes them make a difference', async () => {
  for (let length = 16_220; length < 16_300; length += 2) {
    const question = { method: 'GET', rest: '/mcp', headers: [`X-Long: ${'a'.repeat(length)}`] };
    expect(await answer('home', question, wrong)).toEqual(await answer('none', question, wrong));
  }
});

test('the refusal is that of a wrong token at the entry', async () => {
  const question = { method: 'POST', rest: '', headers: json, body: message };
  const [plain] = questions;
  if (plain === undefined) throw new Error('There is no question.');
  expect(await answer('home', plain, tokens.work)).toEqual(await answer('mcp', question, wrong));
});

test('a token uses the vaults that it names, with its own rights; without names, all of them', async () => {
  const work = await front.connect('2026', 'work', tokens.work);
  expect((await work.listTools()).map(({ name }) => name)).toContain('create_note');
  await work.close();
  for (const vault of ['work', 'home']) {
    const client = await front.connect('2025', vault, tokens.both);
    expect((await client.listTools()).map(({ name }) => name)).not.toContain('create_note');
    await client.close();
  }
});

test('each vault is announced with a token that it takes', () => {
  const announced = front.events.flatMap(event =>
    event.event === 'ready' && 'vault' in event ? [[event.vault, event.token]] : [],
  );
  expect(Object.fromEntries(announced)).toEqual({ work: tokens.work, home: tokens.both });
});

test('a vault that is away shows it to nobody else', async () => {
  const pid = front.pidOf('home');
  const [plain] = questions;
  if (plain === undefined) throw new Error('There is no question.');
  process.kill(pid, 'SIGKILL');
  await eventually(() => front.events.some(({ event }) => event === 'ended'));
  expect(await answer('home', plain, tokens.both)).toMatchObject({ status: 503 });
  await expectNoDifference();
  expect(front.pidOf('home')).toBe(pid);
  await eventually(() => front.pidOf('home') !== pid, 10_000);
}, 20_000);

test.each([
  ['a vault that is not there', ['work', 'nowhere'], 'nowhere'],
  ['no list', 'work', 'one'],
])('a token with %s ends the start', async (_what, vaults, named) => {
  const file = join(folders.parent, 'wrong.json');
  writeFileSync(
    file,
    JSON.stringify({ tokens: [{ name: 'one', value: tokens.work, rights: 'read', vaults }] }),
  );
  const words = [...folders.words, '--port', '0', '--settings', file];
  const started = new SeveralVaults(folders, words);
  expect(await started.ended()).not.toBe(0);
  expect(started.errors).toContain(named);
});

test('settings that no vault takes end the start', async () => {
  const file = join(folders.parent, 'unknown.json');
  writeFileSync(file, JSON.stringify({ noSuchSetting: true }));
  const started = new SeveralVaults(folders, [...folders.words, '--port', '0', '--settings', file]);
  expect(await started.ended()).toBe(2);
  expect(started.errors).toContain('noSuchSetting');
}, 20_000);

test('a token for one vault leaves no token in the other', async () => {
  const pair = new NamedFolders({ one: {}, two: {} });
  const file = join(pair.parent, 'settings.json');
  writeFileSync(
    file,
    JSON.stringify({ tokens: [{ name: 'a', value: tokens.work, rights: 'read', vaults: ['one'] }] }),
  );
  const started = await SeveralVaults.start(pair, ['--settings', file]);
  const two = started.events.find(event => 'vault' in event && event.vault === 'two');
  expect(two).toMatchObject({ token: null });
  await started.stop();
  pair.remove();
}, 30_000);
