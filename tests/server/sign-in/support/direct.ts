/** The sign-in behind a listener, without a vault, for what a whole Lectern would have to fetch from elsewhere. */
import type { PairingConsent } from '../../../../src/control';
import { type HttpListener, listen } from '../../../../src/server/http/http-server';
import { SignIn } from '../../../../src/server/sign-in/sign-in';
import { storedToken, tokenEntry } from '../../../../src/settings/tokens/tokens';
import { signInTexts } from '../../../../src/ui/text/server-texts';
import { publicAddress } from '../../../../src/utils/urls';
import { usualConsent } from './owner';
import { publicUrl } from './public-name';

const connection = storedToken('client', 'write', 'lct_nobody-knows-this-one');

export interface DirectSignIn {
  readonly signIn: SignIn;
  readonly listener: HttpListener;
  /** The connections that it added and did not remove. */
  readonly connections: ReadonlySet<string>;
  /** From now on nothing more is stored. */
  fillDisk(): void;
}

export async function signInAlone(documents: {
  readonly isOn: () => boolean;
  readonly at: (url: string) => Promise<unknown>;
}): Promise<DirectSignIn> {
  const stored = new Map<string, unknown>();
  const connections = new Set<string>();
  let isFull = false;
  const signIn = new SignIn({
    storage: {
      getLocal: key => stored.get(key),
      updateLocal: (key, change) => {
        if (!isFull) stored.set(key, change(stored.get(key)));
        return !isFull;
      },
    },
    clock: Date.now,
    readsDocuments: documents.isOn,
    readDocument: documents.at,
    entries: () => [tokenEntry(connection)],
    addConnection: client => {
      connections.add(client);
      const remove = async (): Promise<void> => {
        connections.delete(client);
        await Promise.resolve();
      };
      return Promise.resolve({ ...connection, remove });
    },
    texts: signInTexts,
    onEnd: () => undefined,
  });
  const address = publicAddress(publicUrl);
  if (address === undefined) throw new Error('There is no public address.');
  const listener = await listen({
    host: '127.0.0.1',
    port: 0,
    allowedOrigins: [],
    entries: () => [],
    clock: Date.now,
    fetchFor: () => () => Promise.resolve(new Response()),
    signIn: signIn.door(address),
    reportBug: (_where, error) => {
      throw error;
    },
  });
  return { signIn, listener, connections, fillDisk: () => (isFull = true) };
}

/** Opens a pairing whose owner agrees. @returns its code */
export function opened(signIn: SignIn, consent: PairingConsent = usualConsent): string {
  const ask = (): Promise<PairingConsent> => Promise.resolve(consent);
  return signIn.open({ rights: consent.rights, ask, ended: () => undefined }).code;
}
