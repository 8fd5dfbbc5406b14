import type { Settings } from './schema';

/** How much of the past the journal keeps: milliseconds and bytes. */
export function retentionOf({
  journalDays,
  journalMegabytes,
}: Pick<Settings, 'journalDays' | 'journalMegabytes'>): { age: number; bytes: number } {
  return { age: journalDays * 24 * 3_600_000, bytes: journalMegabytes * 1024 * 1024 };
}
