import { keyedDigest, randomText } from '../../platform';

/**
 * Session ids are signed with the hash of the token that opened them, so that an id proves who got it from
 * this server: a session that was closed, or was open before a restart, can be restored, and no token can use
 * another's session.
 */
export function newSessionId(valueHash: string): string {
  return signed(randomText(16), valueHash);
}

export function isSessionIdOf(id: string, valueHash: string): boolean {
  const [nonce = '', mac] = id.split('.', 2);
  return id.length < 100 && mac !== undefined && signed(nonce, valueHash) === id;
}

function signed(nonce: string, valueHash: string): string {
  return `${nonce}.${keyedDigest(valueHash, `session ${nonce}`)}`;
}
