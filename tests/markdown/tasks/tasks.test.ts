import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Options, RRule } from 'rrule';
import { nextDate, dayAfter } from '../../../src/markdown/tasks/completion/recurrence';
import {
  parseTaskLine,
  taskLineText,
  withDescription,
  withField,
  withoutField,
  descriptionOf,
  fieldValue,
  type TaskLine,
  tagsIn,
} from '../../../src/markdown/tasks/line/task-line';
import { ToolFailure } from '../../../src/errors';
import { type TaskField, taskFields } from '../../../src/markdown/tasks/line/task-fields';

/**
 * Reads every task line of the Tasks plugin's own repository and writes it back, and computes the recurrences of its
 * tests. Nothing of it is kept here: point LECTERN_TASKS_PLUGIN at a checkout.
 */
describe('data of the plugin', () => {
  const folder = process.env.LECTERN_TASKS_PLUGIN;
  const likeTask = /^[\s>]*(?:[-*+]|[0-9]+[.)]) +\[.\]/u;
  /** Cases in the form `interval: '…', due: '…', today: '…', nextDue: '…'`. */
  const recurrenceCase = /\{[^{}]*interval: '[^{}]*\}/gu;

  function textsIn(path: string): string[] {
    return readdirSync(path, { withFileTypes: true }).flatMap(entry => {
      const inner = join(path, entry.name);
      if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : textsIn(inner);
      return /\.(?:md|ts|json|txt)$/.test(entry.name) ? [readFileSync(inner, 'utf8')] : [];
    });
  }

  /** Lines of notes, and texts in quotes in code. */
  function taskLines(text: string): string[] {
    const quoted = [...text.matchAll(/['"`]([^'"`\n]*\[.\][^'"`\n]*)['"`]/gu)].map(([, line = '']) => line);
    return [...text.split('\n'), ...quoted].filter(line => likeTask.test(line));
  }

  function fieldIn(given: string, name: string): string | undefined {
    return given.split(` ${name}: '`)[1]?.split("'")[0];
  }

  (folder === undefined ? test.skip : test)('every task line of the plugin is written as it was read', () => {
    const lines = [...new Set(textsIn(folder ?? '').flatMap(taskLines))];
    const different = lines.filter(line => {
      const parsed = parseTaskLine(line);
      return parsed === undefined || taskLineText(parsed) !== line;
    });
    console.warn(
      `Read and written back to the same bytes: ${lines.length - different.length} of ${lines.length}.`,
    );
    expect(lines.length).toBeGreaterThan(300);
    expect(different).toEqual([]);
  });

  (folder === undefined ? test.skip : test)(
    'every recurrence of the tests of the plugin has its date',
    () => {
      const cases = textsIn(join(folder ?? '', 'tests')).flatMap(text => text.match(recurrenceCase) ?? []);
      const wrong: unknown[] = [];
      let count = 0;
      for (const given of cases) {
        const rule = fieldIn(given, 'interval') ?? '';
        const [reference, wanted] =
          (['due', 'scheduled', 'start'] as const)
            .map(name => [
              fieldIn(given, name),
              fieldIn(given, `next${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`),
            ])
            .find(([date]) => date !== undefined) ?? [];
        if (reference === undefined || wanted === undefined) continue;
        count += 1;
        const next = nextDate(rule, reference, fieldIn(given, 'today') ?? '2026-11-22');
        if (next !== wanted) wrong.push({ rule, reference, wanted, next });
      }
      console.warn(`Recurrences with the date of the plugin's tests: ${count - wrong.length} of ${count}.`);
      expect(count).toBeGreaterThan(20);
      expect(wrong).toEqual([]);
    },
  );
});

describe('recurrence', () => {
  function codeOf(run: () => unknown): unknown {
    try {
      return run();
    } catch (error) {
      return error instanceof ToolFailure ? error.code : error;
    }
  }

  /** Dates as the plugin's documentation and tests give them. */
  const known: readonly [rule: string, from: string, next: string, today?: string][] = [
    ['every 7 days', '2021-02-21', '2021-02-28'],
    ['every 7 days when done', '2021-02-21', '2021-02-25', '2021-02-18'],
    ['every day', '2021-02-21', '2021-02-22'],
    ['every day when done', '2021-02-21', '2022-01-05', '2022-01-04'],
    ['every 4 weeks', '2021-10-15', '2021-11-12'],
    ['every 3 weeks when done', '2022-01-10', '2021-02-04', '2021-01-14'],
    ['every month', '2021-10-18', '2021-11-18'],
    ['every month when done', '2021-10-18', '2021-11-24', '2021-10-24'],
    ['every month on the 2nd Wednesday', '2021-09-08', '2021-10-13'],
    ['every month on the 2nd Wednesday when done', '2021-09-08', '2021-11-10', '2021-10-13'],
    ['every 3 months on the 3rd Thursday', '2021-08-19', '2021-11-18'],
    ['every week on Monday, Wednesday, Friday', '2022-01-24', '2022-01-26'],
    ['every week on Monday, Wednesday, Friday when done', '2022-01-24', '2022-01-28', '2022-01-26'],
    ['every month on the 15th', '2025-08-16', '2025-09-15'],
    ['every month', '2021-03-31', '2021-04-30'],
    ['every month', '2021-01-29', '2021-02-28'],
    ['every month', '2022-01-31', '2022-02-28'],
    ['every 3 months', '2022-01-31', '2022-04-30'],
    ['every 2 months', '2023-12-31', '2024-02-29'],
    ['every 11 months', '2020-03-31', '2021-02-28'],
    ['every 13 months', '2020-01-31', '2021-02-28'],
    ['every month on the 31st', '2021-01-31', '2021-03-31'],
    ['every month on the last', '2022-01-31', '2022-02-28'],
    ['every year on February the 29th', '2021-01-01', '2024-02-29'],
    ['every year', '2020-02-29', '2021-02-28'],
    ['every 2 years', '2024-02-29', '2026-02-28'],
    ['every month when done', '1999-01-23', '2021-09-30', '2021-08-31'],
    ['every 2 years when done', '1999-01-23', '2022-02-28', '2020-02-29'],
    ['every weekday', '2026-11-20', '2026-11-23'],
    ['every Sunday', '2021-04-25', '2021-05-02'],
    ['every 3 weeks on Friday', '2026-11-20', '2026-12-11'],
    ['every month on the last Friday', '2026-11-27', '2026-12-25'],
    ['every month on the 2nd last Friday', '2026-11-20', '2026-12-18'],
    ['every January on the 15th', '2026-01-15', '2027-01-15'],
    ['every February on the last', '2027-02-28', '2028-02-29'],
    ['every April and December on the 1st and 24th', '2026-12-01', '2026-12-24'],
  ];

  test.each(known)('the next date of “%s” from %s is %s', (rule, from, next, today = '2026-11-22') => {
    expect(nextDate(rule, from, today)).toBe(next);
  });

  test('a task without a date recurs from today', () => {
    expect(nextDate('every week', undefined, '2026-11-22')).toBe('2026-11-29');
  });

  test.each([
    'nonsense',
    'every',
    'every day!x(',
    'every hour',
    'every 5 minutes',
    'every 0 days',
    'every 99999999 days',
    'every February on the 30th',
    'every day for 1 times',
    'every 480 months in February',
    `every ${'day, '.repeat(200)}`,
  ])('%s has no date that can be computed', rule => {
    expect(codeOf(() => nextDate(rule, '2026-03-15', '2026-11-22'))).toBe('unsupported_task');
  });

  test('a reference that is not in the calendar is refused', () => {
    expect(codeOf(() => nextDate('every day', '2022-02-30', '2026-11-22'))).toBe('unsupported_task');
  });

  /** Rules of every kind that the library reads, with days on which months and years differ. */
  const rules = known.map(([rule]) => rule.replace(/ when done$/, ''));
  const more = [
    'every 2 weeks on Monday, Sunday',
    'every 5 months on the 31st',
    'every year on the 2nd Tuesday',
    'every 3 years',
    'every day for 3 times',
    'every 2 days until January 1, 2030',
    'every month in February',
    'every day in February on the 31st',
    'every 4 weeks on Wednesday',
    'every month on the 1st and last',
    'every June and July on the 2nd last Monday',
    'every day at 10',
  ];

  test('the days of rules are those of the library that the plugin uses', () => {
    for (const rule of [...new Set([...rules, ...more])])
      for (let start = Date.UTC(2023, 10, 27), n = 0; n < 10; n += 1, start += 97 * 86_400_000) {
        const options: Partial<Options> = RRule.parseText(rule);
        const dtstart = new Date(start);
        const expected = new RRule({ ...options, dtstart }).after(new Date(start + 86_399_999));
        const day = expected === null ? undefined : Math.floor(expected.getTime() / 86_400_000) * 86_400_000;
        expect([rule, dtstart, dayAfter(options, start)]).toEqual([rule, dtstart, day]);
      }
  });
});

describe('lines of tasks', () => {
  function parsed(line: string): TaskLine {
    const task = parseTaskLine(line);
    if (task === undefined) throw new Error(`No task: ${line}`);
    return task;
  }

  function fieldsOf(line: string): Record<string, string> {
    const task = parsed(line);
    return Object.fromEntries(
      taskFields.flatMap(field => {
        const value = fieldValue(task, field);
        return value === undefined ? [] : [[field, value]];
      }),
    );
  }

  describe('a task line is read', () => {
    test('with the signs of the plugin in any order and tags between them', () => {
      const line =
        '- [ ] Call #work Ana 🔺 🆔 a-1 ⛔ b_2, c3 🔁 every 2 weeks 🏁 keep ➕ 2026-01-01 #x 🛫 2026-01-02 ⌛ 2026-01-03 📆 2026-01-04 ❌ 2026-01-05 ✅ 2026-01-06 #y ^block-1';
      expect(fieldsOf(line)).toEqual({
        id: 'a-1',
        dependsOn: 'b_2, c3',
        priority: 'highest',
        recurrence: 'every 2 weeks',
        onCompletion: 'keep',
        created: '2026-01-01',
        start: '2026-01-02',
        scheduled: '2026-01-03',
        due: '2026-01-04',
        cancelled: '2026-01-05',
        done: '2026-01-06',
      });
      expect(descriptionOf(parsed(line))).toBe('Call #work Ana #x #y');
      expect(tagsIn(descriptionOf(parsed(line)))).toEqual(['work', 'x', 'y']);
      expect(parsed(line).blockLink).toBe(' ^block-1');
    });

    test('with the inline fields of Dataview, in either brackets', () => {
      const line =
        '- [ ] Call  [priority:: high]  (repeat:: every day) , [onCompletion:: delete]  [due::2026-01-04] [completion:: 2026-01-06],';
      expect(fieldsOf(line)).toEqual({
        priority: 'high',
        recurrence: 'every day',
        onCompletion: 'delete',
        due: '2026-01-04',
        done: '2026-01-06',
      });
    });

    test.each([
      ['a date before other words', '- [ ] Pay 📅 2026-01-04 the rent', {}],
      ['an inline field before other words', '- [ ] Pay [due:: 2026-01-04] the rent', {}],
      ['an unknown inline field behind', '- [ ] Pay [due:: 2026-01-04] [place:: here]', {}],
      ['a date with a time', '- [ ] Pay 📅 2026-01-04 10:00', {}],
      ['a key in capitals', '- [ ] Pay [Due:: 2026-01-04]', {}],
      ['an id that ends a tag', '- [ ] Pay #a🆔b', {}],
      ['brackets that do not match', '- [ ] Pay [due:: 2026-01-04)', {}],
      ['the first of two', '- [ ] Pay 📅 2026-01-04 📅 2026-02-02', { due: '2026-01-04' }],
      ['a date that is not in the calendar', '- [ ] Pay 📅 2026-02-30', { due: '2026-02-30' }],
      ['a coloured sign', '- [ ] Pay ⏫️ 🗓️2026-01-04', { priority: 'high', due: '2026-01-04' }],
      ['only fields', '- [ ] 📅 2026-01-04', { due: '2026-01-04' }],
    ])('like the plugin reads %s', (_name, line, fields) => {
      expect(fieldsOf(line)).toEqual(fields);
    });

    test.each(['', 'text', '- item', '- [] x', '- [  ] x', '-[ ] x', '[ ] x', '- [xx] y', '1] [ ] x'])(
      'and %j is not a task',
      line => {
        expect(parseTaskLine(line)).toBeUndefined();
      },
    );

    test('in a time that grows with its length', () => {
      const hostile = [
        `- [ ] ${'🔁'.repeat(20_000)}`,
        `- [ ] ${'[due:: '.repeat(20_000)}]`,
        `- [ ] ${'#a '.repeat(50_000)}`,
        `- [ ] ⛔ ${'a , '.repeat(30_000)}`,
        `- [ ] ${' '.repeat(200_000)}x`,
        `- [ ] ${Array.from({ length: 1_500 }, (_, index) => '`'.repeat(index)).join('a')}`,
      ];
      const begun = performance.now();
      for (const line of hostile) {
        expect(taskLineText(parsed(line))).toBe(line);
        tagsIn(descriptionOf(parsed(line)));
      }
      expect(performance.now() - begun).toBeLessThan(3_000);
    });
  });

  /** Three hundred lines and more, of every form that the plugin's documentation and tests use. */
  function* manyLines(): Generator<string> {
    const prefixes = ['- ', '* ', '+ ', '1. ', '12) ', '  - ', '\t* ', '> - ', '> > 1. ', '-   '];
    const boxes = ['[ ]', '[x]', '[X]', '[/]', '[-]', '[h]', '[!]', '[é]', '[🙂]'];
    const bodies = [
      '',
      'Do it',
      ' Do it',
      'Do it 📅 2026-11-22',
      'Do it  📅  2026-11-22 ',
      'Do it 📅2026-11-22  ',
      'Do it ⏫ 🔁 every week on Monday, Friday when done 🛫 2026-01-01 ⏳ 2026-01-02 📅 2026-01-03 ^id',
      'Do it 🗓️ 2026-11-22 #a/b 🔽️ ✅ 2026-11-23 #c\r',
      'Do it [due:: 2026-11-22]',
      'Do it  [priority:: low]  [id:: x]  [dependsOn:: y,z]  [due:: 2026-11-22] , ^id  ',
      'Do it (scheduled:: 2026-11-22) (start::2026-11-20)',
      'Do [[Note#^a|it]] `code 📅 2026-11-22` #tag 🆔 abc ⛔ def , ghi',
      'Ünïcödé – 任务 ➕ 2026-11-22 ❌ 2026-11-23 🏁 Delete',
    ];
    for (const [index, prefix] of prefixes.entries())
      for (const [other, body] of bodies.entries())
        for (let box = 0; box < 3; box += 1)
          yield `${prefix}${boxes[(index + other + box * 3) % boxes.length] ?? ''} ${body}`;
  }

  describe('a task line is written', () => {
    const lines = [...manyLines()];

    test('as it was read, byte for byte', () => {
      expect(lines.length).toBeGreaterThan(300);
      expect(lines.map(line => taskLineText(parsed(line)))).toEqual(lines);
    });

    test('with one field changed and every other byte kept', () => {
      for (const line of lines) {
        const task = parsed(line);
        const value = fieldValue(task, 'due');
        if (value === undefined) continue;
        const at = line.lastIndexOf(value);
        const wanted = `${line.slice(0, at)}2027-05-06${line.slice(at + value.length)}`;
        expect(taskLineText(withField(task, 'due', '2027-05-06', 'emoji'))).toBe(wanted);
      }
    });

    test('with a field that can be read and taken away again', () => {
      const values: readonly (readonly [TaskField, string])[] = [
        ['due', '2027-05-06'],
        ['scheduled', '2027-05-06'],
        ['start', '2027-05-06'],
        ['done', '2027-05-06'],
        ['priority', 'lowest'],
        ['created', '2027-05-06'],
      ];
      for (const line of lines)
        for (const [field, value] of values)
          for (const form of ['emoji', 'dataview'] as const) {
            const task = parsed(line);
            if (fieldValue(task, field) !== undefined) continue;
            const written = taskLineText(withField(task, field, value, form));
            expect(fieldsOf(written)).toEqual({ ...fieldsOf(line), [field]: value });
            expect(parsed(written)).toMatchObject({ blockLink: task.blockLink, end: task.end });
            expect(taskLineText(withoutField(parsed(written), field))).toBe(line);
          }
    });

    test.each([
      ['- [ ] a 📅 2026-01-01', 'done', '- [ ] a 📅 2026-01-01 ✅ 2026-02-02'],
      ['- [ ] a 📅 2026-01-01 ^b', 'scheduled', '- [ ] a ⏳ 2026-02-02 📅 2026-01-01 ^b'],
      ['- [ ] a #t ^b', 'due', '- [ ] a #t 📅 2026-02-02 ^b'],
      ['- [ ] 📅 2026-01-01', 'start', '- [ ] 🛫 2026-02-02 📅 2026-01-01'],
      ['- [ ]', 'due', '- [ ] 📅 2026-02-02'],
    ] as const)('%s gets %s among the others as the plugin orders them', (line, field, wanted) => {
      expect(taskLineText(withField(parsed(line), field, '2026-02-02', 'emoji'))).toBe(wanted);
    });

    test('with another description and the same fields', () => {
      const line = '> - [ ] Old #a 📅 2026-01-01 #b ✅ 2026-01-02 ^id  ';
      expect(taskLineText(withDescription(parsed(line), 'New #c'))).toBe(
        '> - [ ] New #c 📅 2026-01-01 ✅ 2026-01-02 ^id  ',
      );
    });

    it.each([
      ['- [ ] 📅 2024-01-01', '- [ ] New 📅 2024-01-01'],
      ['- [ ] [due:: 2024-01-01] ⏫', '- [ ] New [due:: 2024-01-01] ⏫'],
      ['- [ ] ⏫ #a', '- [ ] New ⏫'],
    ])('stands apart from the first field of %j', (line, expected) => {
      expect(taskLineText(withDescription(parsed(line), 'New'))).toBe(expected);
    });
  });
});
