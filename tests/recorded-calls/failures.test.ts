/** docs/tools.md lists the failures that a tool declares; the recorded calls show those that it answers with. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { tools } from '../../src/tools';
import { commonFailures } from '../../src/tools/tool';
import { readAnswers } from './answer';

const failed = z.object({ error: z.object({ code: z.string() }) });

test('a tool fails only with codes that it declares', () => {
  const declared = new Map(
    tools.map(({ name, failures }) => [name, new Set<string>([...commonFailures, ...failures])]),
  );
  const groups = readdirSync(join(__dirname, 'answers')).map(file => file.replace('.json', ''));
  const failures = groups.flatMap(readAnswers).flatMap(({ tool, structured }) => {
    const answer = failed.safeParse(structured);
    return answer.success ? [{ tool, code: answer.data.error.code }] : [];
  });
  expect(failures.length).toBeGreaterThan(100);
  const undeclared = failures.filter(({ tool, code }) => declared.get(tool)?.has(code) === false);
  expect(undeclared).toEqual([]);
});
