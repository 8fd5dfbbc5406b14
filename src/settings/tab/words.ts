/** Words that several sections use. */
import type { LiveState } from '../../ui/live-status';
import { t } from '../../ui/text/text';
import type { StoredToken } from '../schema';

/** What each kind of rights is called, for a choice between them. */
export function rightsOptions(): Record<StoredToken['rights'], string> {
  return { read: t('token.rights.read'), write: t('token.rights.write'), full: t('token.rights.full') };
}

/** What each profile is called, for a choice between them. */
export function profileOptions(): Record<StoredToken['profile'], string> {
  return {
    core: t('token.profile.core'),
    standard: t('token.profile.standard'),
    all: t('token.profile.all'),
  };
}

export function rightsOf(value: string): StoredToken['rights'] {
  return value === 'full' || value === 'write' ? value : 'read';
}

export function isExpired({ expires }: StoredToken, now: Date): boolean {
  return expires !== undefined && Date.parse(expires) <= now.getTime();
}

export function serverText({ server, isPaused }: LiveState): string {
  return t(`status.state.${server.state === 'listening' && isPaused ? 'paused' : server.state}`);
}
