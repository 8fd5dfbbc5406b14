import { RunningLectern } from '../../support/lectern';
import { doNotFakeBut } from '../../support/time/fake-time';
import { signIn as browse } from './support/browser';
import { later } from './support/clock';
import { opened, signInAlone } from './support/direct';
import { paired, withCode } from './support/paired';
import { authorizationUrl, called, redeemed, refreshed, registered, tokensIn } from './support/plain-client';
import { publicUrl } from './support/public-name';

jest.useFakeTimers({ doNotFake: doNotFakeBut('Date') });

let lectern: RunningLectern;
beforeAll(async () => {
  lectern = await RunningLectern.start({ files: { 'Home.md': 'home' }, settings: { publicUrl } });
});
afterAll(() => lectern.close());

const other = 'https://client.example/other';
test.each([
  ['with another verifier', { code_verifier: 'another-verifier-that-is-long-enough-for-the-rule' }],
  ['with the challenge as the verifier', { code_verifier: '' }],
  ['for another redirect', { redirect_uri: other }],
  ['without a redirect', { redirect_uri: '' }],
  ['that is no code', { code: 'x' }],
])('a code %s gives nothing', async (_title, changes) => {
  const { client, code } = await withCode(lectern);
  const answer = await redeemed(lectern.port, client, code, changes);
  expect([answer.status, JSON.parse(answer.text)]).toMatchObject([400, { error: 'invalid_grant' }]);
});

test('a code of one client gives nothing to another', async () => {
  const { client, code } = await withCode(lectern);
  const thief = await registered(lectern.port, 'Thief', client.redirect);
  expect((await redeemed(lectern.port, thief, code)).status).toBe(400);
  expect((await redeemed(lectern.port, { ...client, id: 'nobody' }, code)).status).toBe(401);
});

test('a code holds for a minute', async () => {
  const { client, code } = await withCode(lectern);
  later(60_000);
  expect((await redeemed(lectern.port, client, code)).status).toBe(400);
});

test('a code that is used again ends the tokens that it gave', async () => {
  const { client, code, tokens } = await paired(lectern);
  expect((await called(lectern.port, tokens.access_token)).status).toBe(200);
  expect((await redeemed(lectern.port, client, code)).status).toBe(400);
  expect((await called(lectern.port, tokens.access_token)).status).toBe(401);
  expect((await refreshed(lectern.port, client, tokens.refresh_token)).status).toBe(400);
});

test('of two uses at once one gives tokens, and then they end', async () => {
  const { client, code } = await withCode(lectern);
  const answers = await Promise.all([1, 2].map(() => redeemed(lectern.port, client, code)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  const [given] = answers.filter(({ status }) => status === 200);
  const token = given === undefined ? '' : tokensIn(given).access_token;
  expect((await called(lectern.port, token)).status).toBe(401);
});

test('a connection whose tokens cannot be stored does not stay', async () => {
  const direct = await signInAlone({ isOn: () => false, at: () => Promise.resolve(undefined) });
  const { port } = direct.listener;
  const code = opened(direct.signIn);
  const client = await registered(port, 'Phone');
  const back = await browse(port, authorizationUrl(client), code);
  direct.fillDisk();
  const answer = await redeemed(port, client, back.searchParams.get('code') ?? '');
  expect([answer.status, [...direct.connections]]).toEqual([503, []]);
  direct.signIn.close();
  await direct.listener.close();
});
