/** Words that several sections use. */
import type { ServerStatus } from '../../control';
import type { LiveState } from '../../ui/live-status';
import { counted } from '../../ui/plain-words';
import type { StoredToken } from '../schema';

export const rightsWords: Readonly<Record<StoredToken['rights'], string>> = {
  read: 'Read only',
  write: 'Read and write',
  full: 'Full access, with commands and permanent deletion',
};

export const profileWords: Readonly<Record<StoredToken['profile'], string>> = {
  core: 'Core: what daily work needs',
  standard: 'Standard',
  all: 'All tools',
};

export function rightsOf(value: string): StoredToken['rights'] {
  return value === 'full' || value === 'write' ? value : 'read';
}

export function isExpired({ expires }: StoredToken, now: Date): boolean {
  return expires !== undefined && Date.parse(expires) <= now.getTime();
}

const stateWords: Readonly<Record<ServerStatus['state'], string>> = {
  off: 'Off',
  starting: 'Starting',
  waiting: 'Waiting for the port',
  listening: 'Running',
  failed: 'Not running',
};

export function serverWords({ server, isPaused }: LiveState): string {
  return server.state === 'listening' && isPaused ? 'Paused' : stateWords[server.state];
}

/** How long ago a moment was, such as `3 minutes ago`. */
export function ago(time: number, now: number): string {
  const minutes = Math.floor((now - time) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${counted(minutes, 'minute')} ago`;
  if (minutes < 48 * 60) return `${counted(Math.floor(minutes / 60), 'hour')} ago`;
  return `${counted(Math.floor(minutes / (24 * 60)), 'day')} ago`;
}
