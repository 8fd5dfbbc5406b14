import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { sha256 } from '../../../src/platform';
import { Grants, SignInState } from '../../../src/server/sign-in/grants';
import { Attempts, Pairing } from '../../../src/server/sign-in/pairing';
import { UploadAddresses } from '../../../src/server/uploads/upload-addresses';
import { storedToken, tokenEntry } from '../../../src/settings/tokens/tokens';
import { Allowances } from '../../../src/vault/approval/approvals';
import { usualConsent } from './support/owner';
import { doNotFakeBut } from '../../support/time/fake-time';

const minute = 60_000;
const hour = 60 * minute;

describe('where the clock is set back', () => {
  jest.useFakeTimers({ doNotFake: doNotFakeBut('Date', 'performance') });
  const setBack = (): void => {
    jest.setSystemTime(Date.now() - 5 * hour);
  };
  const later = (milliseconds: number): void => jest.advanceTimersByTime(milliseconds);

  const authorization = {
    client: { id: 'lcc_phone', name: 'Phone' },
    redirect: 'https://client.example/callback',
    state: undefined,
    challenge: '',
  };
  const owner = {
    rights: 'read',
    ask: () => Promise.resolve(usualConsent),
    ended: () => undefined,
  } as const;

  test('a pairing ends after ten minutes all the same', () => {
    const pairing = new Pairing(Date.now);
    pairing.open(owner);
    setBack();
    later(10 * minute - 1);
    expect(pairing.window).toBeDefined();
    later(1);
    expect(pairing.window).toBeUndefined();
  });

  test('a code of the sign-in is good for a minute all the same', async () => {
    const pairing = new Pairing(Date.now);
    const { code } = pairing.open(owner);
    const entered = pairing.window?.enter(code, authorization, '127.0.0.1');
    const wait = typeof entered === 'object' ? entered.wait : '';
    await Promise.resolve();
    await Promise.resolve();
    const answer = pairing.answer(wait);
    const given = sha256(answer?.kind === 'agreed' ? answer.code : '');
    setBack();
    later(minute - 1);
    expect(pairing.redeem(given)).toBeDefined();
    later(1);
    expect(pairing.redeem(given)).toBeUndefined();
    pairing.close();
  });

  test('an upload address lasts for ten minutes all the same', () => {
    const none = { allow: [], allowWrite: [], deny: [], disabledTools: [] };
    const grant = { token: 'a', key: 'a', rights: 'write', ...none } as const;
    const addresses = new UploadAddresses({ clock: Date.now, random: () => 'secret' });
    addresses.open({ attachment: { name: 'a.png', embed: false }, grant, client: undefined }, '');
    setBack();
    later(10 * minute - 1);
    expect(addresses.find('secret')).toBeDefined();
    later(1);
    expect(addresses.find('secret')).toBeUndefined();
  });

  test('nobody who made too many requests waits for hours', () => {
    const attempts = new Attempts(Date.now);
    const request = new IncomingMessage(new Socket());
    const wait = (): number => attempts.secondsToWait('token', request);
    expect([1, 2, 3, 4, 5, 6].map(wait)).toEqual([0, 0, 0, 0, 0, 60]);
    setBack();
    expect(wait()).toBeLessThanOrEqual(60);
  });

  const connection = storedToken('client', 'write', 'lct_nobody-knows-this-one');
  const audience = 'https://notes.example/mcp';
  const grantsOf = (): Grants => {
    const stored = new Map<string, unknown>();
    return new Grants({
      state: new SignInState({
        getLocal: key => stored.get(key),
        updateLocal: (key, change) => stored.set(key, change(stored.get(key))).has(key),
      }),
      clock: Date.now,
      entries: () => [tokenEntry(connection)],
      onEnd: () => undefined,
    });
  };
  const begunIn = (grants: Grants): string =>
    grants.begin({ code: 'a', client: 'phone', connection: connection.valueHash, audience }, () => [])
      ?.refresh_token ?? '';
  const refreshedIn = (grants: Grants, token: string): { access_token: string; refresh_token: string } => {
    const found = grants.refresh(token, 'phone', audience);
    if (typeof found === 'string') throw new Error(found);
    return found;
  };

  test('no token of a client lives longer, and the client goes on with its refresh token', () => {
    const grants = grantsOf();
    const refreshed = (token: string): ReturnType<typeof refreshedIn> => refreshedIn(grants, token);
    const isValid = (token: string): boolean => grants.entryOf(sha256(token), audience) !== undefined;
    const second = refreshed(begunIn(grants));
    expect(isValid(second.access_token)).toBe(true);
    setBack();
    expect(isValid(second.access_token)).toBe(false);
    const third = refreshed(second.refresh_token);
    expect(isValid(third.access_token)).toBe(true);
    setBack();
    // Beyond the minute in which the last one is accepted again, it is a stolen one.
    expect(grants.refresh(second.refresh_token, 'phone', audience)).toBe('invalid_grant');
    expect(grants.refresh(third.refresh_token, 'phone', audience)).toBe('invalid_grant');
  });

  test('to years ago until it is set right, a client goes on too', () => {
    const grants = grantsOf();
    const first = begunIn(grants);
    const right = Date.now();
    jest.setSystemTime(0);
    later(hour);
    const second = refreshedIn(grants, first);
    jest.setSystemTime(right + hour);
    expect(refreshedIn(grants, second.refresh_token).access_token).not.toBe('');
  });

  test('an approval for ten minutes lasts no longer', () => {
    const allowances = new Allowances(Date.now, () => 'write');
    const request = {
      token: 'laptop',
      risks: ['edit' as const],
      changes: [{ kind: 'edit' as const, path: 'a.md' }],
    };
    allowances.remember(
      { ...request, id: 1, tool: 'edit_note', client: undefined, until: 0 },
      { approved: true, also: 'for10Minutes' },
    );
    setBack();
    later(10 * minute - 1);
    expect(allowances.agreed).toBe(1);
    later(1);
    expect(allowances.agreed).toBe(0);
  });
});
