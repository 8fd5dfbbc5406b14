import {
  withDescription,
  withField,
  withoutField,
  descriptionOf,
  fieldValue,
  parseTaskLine,
  type TaskLine,
  tagsIn,
  taskLineText,
} from '../../../src/markdown/tasks/line/task-line';
import { type TaskField, taskFields } from '../../../src/markdown/tasks/line/task-fields';

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
    ];
    const begun = performance.now();
    for (const line of hostile) expect(taskLineText(parsed(line))).toBe(line);
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
