import type { ActivityEntry } from '../../../src/ui/activity/activity-entries';
import { daySummary } from '../../../src/ui/activity/words';
import type { Change } from '../../../src/vault/journal/change-index';

const noon = new Date(2026, 10, 22, 12).getTime();

const call = (entry: Partial<ActivityEntry>): ActivityEntry => ({
  ...{
    key: 'k',
    time: noon,
    token: 'Claude Code',
    client: 'claude-code',
    tool: 'read_note',
    effect: 'reads',
  },
  ...{ outcome: 'ok', isUndone: false },
  ...entry,
});

const change = (...paths: readonly string[]): Change => ({
  ...{ id: 'c', time: noon, token: 'default', tool: 'edit_note', isPending: false },
  files: paths.map(path => ({ kind: 'edit', path })),
});

describe('the summary of a day', () => {
  test('has for each client what it changed, with links, and how much it read and failed at', () => {
    const entries = [
      call({ token: 'Cursor', path: 'Home.md' }),
      call({ effect: 'writes', change: change('Work/Plan.md') }),
      call({ effect: 'writes', change: change('a.md', 'b.md') }),
      call({ effect: 'writes', change: change('Gone.md'), isUndone: true }),
      call({ outcome: 'not_found' }),
      call({}),
    ];
    expect(daySummary(entries, noon)).toBe(
      [
        '# What clients did on 2026-11-22',
        '',
        '## Cursor',
        '',
        '- 1 read',
        '',
        '## Claude Code',
        '',
        '- Changed [[a]], [[b]], [[Work/Plan]]',
        '- 1 change undone',
        '- 1 read',
        '- 1 failed call',
        '',
      ].join('\n'),
    );
  });

  test('leaves out other days, and says so when nothing happened', () => {
    expect(daySummary([call({ time: noon - 86_400_000 })], noon)).toBe('No calls on 2026-11-22.\n');
  });

  test('makes no link of a name that would end it', () => {
    const entries = [call({ effect: 'writes', change: change('a]] [[b.md') })];
    expect(daySummary(entries, noon)).toContain('- Changed a]] [[b.md');
  });
});
