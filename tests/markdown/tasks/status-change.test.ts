import { ToolFailure } from '../../../src/errors';
import { parseTaskLine, type TaskLine, taskLineText } from '../../../src/markdown/tasks/line/task-line';
import { changeStatus } from '../../../src/markdown/tasks/completion/status-change';
import {
  rulesWithoutPlugin,
  type TaskRules,
  TaskStatuses,
  defaultStatuses,
} from '../../../src/markdown/tasks/task-rules';

function codeOf(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error instanceof ToolFailure ? error.code : error;
  }
}

const today = '2026-11-22';
const plugin: TaskRules = {
  ...rulesWithoutPlugin,
  hasPlugin: true,
  statuses: new TaskStatuses(defaultStatuses),
};

function parsed(line: string): TaskLine {
  const task = parseTaskLine(line);
  if (task === undefined) throw new Error(`No task: ${line}`);
  return task;
}

function changed(line: string, statusChar: string, rules = plugin, hasChildren = false): string[] {
  return changeStatus(parsed(line), { statusChar, today, hasChildren }, rules).map(taskLineText);
}

describe('a status is changed as the plugin changes it', () => {
  test.each([
    ['- [ ] a', 'x', '- [x] a ✅ 2026-11-22'],
    ['- [ ] a', '-', '- [-] a ❌ 2026-11-22'],
    ['- [-] a ❌ 2026-01-01', 'x', '- [x] a ✅ 2026-11-22'],
    ['- [x] a ✅ 2026-01-01', ' ', '- [ ] a'],
    ['- [x] a ✅ 2026-01-01', 'x', '- [x] a ✅ 2026-01-01'],
    ['- [ ] a', '/', '- [/] a'],
    ['- [ ] a 📅 2026-01-01 ^id  ', 'x', '- [x] a 📅 2026-01-01 ✅ 2026-11-22 ^id  '],
    ['- [ ] a 🏁 keep', 'x', '- [x] a 🏁 keep ✅ 2026-11-22'],
  ])('%s to [%s]', (line, statusChar, wanted) => {
    expect(changed(line, statusChar)).toEqual([wanted]);
  });

  test('with dates only where the settings say so', () => {
    const rules = { ...plugin, setsDoneDate: false, setsCancelledDate: false };
    expect(changed('- [ ] a', 'x', rules)).toEqual(['- [x] a']);
    expect(changed('- [ ] a', '-', rules)).toEqual(['- [-] a']);
  });

  test('in the form of the vault', () => {
    expect(changed('- [ ] a', 'x', { ...plugin, form: 'dataview' })).toEqual([
      '- [x] a  [completion:: 2026-11-22]',
    ]);
  });

  test('without dates where the line lacks the global filter', () => {
    const rules = { ...plugin, globalFilter: '#task' };
    expect(changed('- [ ] a 🔁 every day 📅 2026-01-01', 'x', rules)).toEqual([
      '- [x] a 🔁 every day 📅 2026-01-01',
    ]);
    expect(changed('- [ ] a #task', 'x', rules)).toEqual(['- [x] a #task ✅ 2026-11-22']);
    expect(changed('- [ ] a 📅 2026-01-01 #task', 'x', rules)[0]).toContain('✅');
  });

  test('without dates on a plain line where the plugin is not there', () => {
    expect(changed('- [ ] a', 'x', rulesWithoutPlugin)).toEqual(['- [x] a']);
    expect(changed('- [ ] a 📅 2026-01-01', 'x', rulesWithoutPlugin)).toEqual([
      '- [x] a 📅 2026-01-01 ✅ 2026-11-22',
    ]);
  });
});

describe('a recurring task that is done', () => {
  const line =
    '> - [ ] a #t 🆔 x ⛔ y 🔁 every week ➕ 2026-01-01 🛫 2026-11-01 ⏳ 2026-11-05 📅 2026-11-10 ^id';
  const done =
    '> - [x] a #t 🆔 x ⛔ y 🔁 every week ➕ 2026-01-01 🛫 2026-11-01 ⏳ 2026-11-05 📅 2026-11-10 ✅ 2026-11-22 ^id';

  test('gets its next occurrence above, without ids, created date and block link', () => {
    expect(changed(line, 'x')).toEqual([
      '> - [ ] a #t 🔁 every week 🛫 2026-11-08 ⏳ 2026-11-12 📅 2026-11-17',
      done,
    ]);
  });

  test('gets it below, and a created date, where the settings say so', () => {
    expect(changed(line, 'x', { ...plugin, nextBelow: true, setsCreatedDate: true })).toEqual([
      done,
      '> - [ ] a #t 🔁 every week ➕ 2026-11-22 🛫 2026-11-08 ⏳ 2026-11-12 📅 2026-11-17',
    ]);
  });

  test('loses its scheduled date where the settings say so and it has another one', () => {
    const rules = { ...plugin, dropsScheduledDate: true };
    expect(changed('- [ ] a 🔁 every month 🛫 2022-01-01 ⏳ 2022-01-04', 'x', rules)[0]).toBe(
      '- [ ] a 🔁 every month 🛫 2022-02-01',
    );
    expect(changed('- [ ] a 🔁 every month ⏳ 2022-01-04', 'x', rules)[0]).toBe(
      '- [ ] a 🔁 every month ⏳ 2022-02-04',
    );
  });

  test('takes the reference for a lesser date that is not in the calendar', () => {
    expect(changed('- [ ] a 🔁 every day ⏳ 2022-02-30 📅 2022-02-27', 'x')[0]).toBe(
      '- [ ] a 🔁 every day ⏳ 2022-02-28 📅 2022-02-28',
    );
  });

  test('recurs without dates if it has none', () => {
    expect(changed('- [ ] a 🔁 every week', 'x')).toEqual([
      '- [ ] a 🔁 every week',
      '- [x] a 🔁 every week ✅ 2026-11-22',
    ]);
  });

  test('recurs in the form of Dataview', () => {
    expect(
      changed('- [ ] a  [repeat:: every day]  [due:: 2026-11-22]', 'x', { ...plugin, form: 'dataview' }),
    ).toEqual([
      '- [ ] a  [repeat:: every day]  [due:: 2026-11-23]',
      '- [x] a  [repeat:: every day]  [due:: 2026-11-22]  [completion:: 2026-11-22]',
    ]);
  });

  test('does not recur when one done status follows another', () => {
    const statuses = new TaskStatuses([...defaultStatuses, { symbol: 'X', next: ' ', type: 'done' }]);
    expect(changed('- [x] a 🔁 every day 📅 2026-01-01 ✅ 2026-01-01', 'X', { ...plugin, statuses })).toEqual(
      ['- [X] a 🔁 every day 📅 2026-01-01 ✅ 2026-01-01'],
    );
  });

  test('with a rule that cannot be computed is refused', () => {
    expect(codeOf(() => changed('- [ ] a 🔁 every hour', 'x'))).toBe('unsupported_task');
  });
});

describe('a task that is deleted when it is done', () => {
  test('is deleted, and its next occurrence stays', () => {
    expect(changed('- [ ] a 🏁 delete', 'x')).toEqual([]);
    expect(changed('- [ ] a 🔁 every day 🏁 Delete 📅 2026-11-22', 'x')).toEqual([
      '- [ ] a 🔁 every day 🏁 Delete 📅 2026-11-23',
    ]);
  });

  test('stays when it is cancelled', () => {
    expect(changed('- [ ] a 🏁 delete', '-')).toEqual(['- [-] a 🏁 delete ❌ 2026-11-22']);
  });

  test('is not deleted if it has nested items', () => {
    expect(codeOf(() => changed('- [ ] a 🏁 delete', 'x', plugin, true))).toBe('unsupported_task');
  });
});

describe('statuses of the user', () => {
  const statuses = new TaskStatuses([
    { symbol: ' ', next: 'x', type: 'open' },
    { symbol: 'x', next: ' ', type: 'done' },
    { symbol: '!', next: 'D', type: 'open' },
    { symbol: 'D', next: 'X', type: 'in_progress' },
    { symbol: 'X', next: '!', type: 'done' },
    { symbol: '1', next: '2', type: 'open' },
    { symbol: '2', next: '3', type: 'in_progress' },
    { symbol: '3', next: '1', type: 'done' },
    { symbol: 'b', next: 'c', type: 'done' },
    { symbol: 'p', next: 'q', type: 'done' },
    { symbol: 'q', next: 'p', type: 'cancelled' },
  ]);

  test.each([
    ['X', '!'],
    ['3', '1'],
    ['b', 'c'],
    ['p', ' '],
  ])('after [%s] a task recurs as [%s]', (done, next) => {
    expect(statuses.afterRecurrence(done).symbol).toBe(next);
  });

  test('are found by their type and next symbol, otherwise the first of the type', () => {
    expect(statuses.ofType('done', 'D')?.symbol).toBe('X');
    expect(statuses.ofType('done', '!')?.symbol).toBe('x');
    expect(statuses.ofType('in_progress', '2')?.symbol).toBe('2');
    expect(statuses.ofType('on_hold', ' ')).toBeUndefined();
  });
});
