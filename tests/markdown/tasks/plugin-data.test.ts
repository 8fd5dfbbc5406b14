/**
 * Reads every task line of the Tasks plugin's own repository and writes it back, and computes the recurrences of its
 * tests. Nothing of it is kept here: point LECTERN_TASKS_PLUGIN at a checkout.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nextDate } from '../../../src/markdown/tasks/completion/recurrence';
import { parseTaskLine, taskLineText } from '../../../src/markdown/tasks/line/task-line';

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

(folder === undefined ? test.skip : test)('every recurrence of the tests of the plugin has its date', () => {
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
});
