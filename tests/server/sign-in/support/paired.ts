import type { RunningLectern } from '../../../support/lectern';
import { signIn } from './browser';
import { Owner, usualConsent } from './owner';
import {
  authorizationUrl,
  redeemed,
  type RegisteredClient,
  registered,
  type Tokens,
  tokensIn,
} from './plain-client';

export interface Paired {
  readonly client: RegisteredClient;
  readonly code: string;
  readonly tokens: Tokens;
}

/** A client with an authorization code that nobody has used. */
export async function withCode(
  lectern: RunningLectern,
  known?: RegisteredClient,
): Promise<Omit<Paired, 'tokens'>> {
  const { pairing } = new Owner(lectern, usualConsent);
  const client = known ?? (await registered(lectern.port));
  const back = await signIn(lectern.port, authorizationUrl(client), pairing.code);
  return { client, code: back.searchParams.get('code') ?? '' };
}

/** A client that has signed in. */
export async function paired(lectern: RunningLectern, known?: RegisteredClient): Promise<Paired> {
  const { client, code } = await withCode(lectern, known);
  return { client, code, tokens: tokensIn(await redeemed(lectern.port, client, code)) };
}
