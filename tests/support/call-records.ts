import type { CallRecord } from '../../src/vault/activity/call-record';

/** A finished call that read something, unless said otherwise. */
export function callRecord(given: Partial<CallRecord> = {}): CallRecord {
  return {
    time: Date.UTC(2026, 10, 21, 12),
    token: 'default',
    client: 'Claude Code',
    tool: 'read_note',
    effect: 'reads',
    path: 'Home.md',
    outcome: 'ok',
    milliseconds: 2,
    ...given,
  };
}
