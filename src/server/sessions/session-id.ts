import { keyedDigest, randomText } from '../../platform';

/**
 * Session ids are signed with the hash of the token that opened them. So an id tells by itself that it was given out
 * here and to whom: a session that was let go, or was open before the last restart, can be brought back, and no token
 * can use the session of another.
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
