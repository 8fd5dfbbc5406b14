/**
 * Compares the engine with what a running Obsidian answered. The recordings are not part of this repository; point
 * LECTERN_RECORDED at a folder with `bases.json`, whose `context` describes the vault and `cases` the expressions.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Budget } from '../../src/bases/evaluation/budget';
import { toJson } from '../../src/bases/values/text';
import type { Value } from '../../src/bases/values/value';
import { asWritten } from './support/recorded-properties';
import { evaluated, TestVault } from './support/vault';
import { zoneNamed } from './support/zone';

const link = z.object({ path: z.string(), display: z.string() });
const file = z.object({
  path: z.string(),
  size: z.number(),
  properties: z.record(z.string(), z.unknown()),
  tags: z.array(z.string()),
  links: z.array(link),
  embeds: z.array(link),
  ctime: z.string(),
  mtime: z.string(),
});
const recording = z.object({
  context: z.object({
    now: z.string(),
    timezone: z.string(),
    file: z.object({ path: z.string() }),
    files: z.array(file),
    formulas: z.record(z.string(), z.string()),
  }),
  cases: z.array(z.object({ name: z.string(), expression: z.string(), expected: z.unknown() })),
  diagnostics: z.array(
    z.object({ name: z.string(), expression: z.string(), native: z.object({ value: z.unknown() }) }),
  ),
});

const path = join(process.env.LECTERN_RECORDED ?? '', 'bases.json');
const isThere = process.env.LECTERN_RECORDED !== undefined && existsSync(path);

/** Recorded links are their targets, not their texts. */
function asRecorded(value: Value, vault: TestVault): unknown {
  if (typeof value === 'object' && value?.kind === 'link') return value.target;
  if (typeof value === 'object' && value?.kind === 'list')
    return value.items.map(item => asRecorded(item, vault));
  return toJson(value, { vault, budget: new Budget(vault.clock) });
}

if (!isThere) {
  console.warn('SKIPPED: set LECTERN_RECORDED to a folder with bases.json to compare with the real app.');
  test.skip('evaluates what was recorded as the app does', () => undefined);
} else {
  const { context, cases, diagnostics } = recording.parse(JSON.parse(readFileSync(path, 'utf8')));
  const links = (recorded: readonly z.infer<typeof link>[]) =>
    recorded.map(({ path: target, display }) => ({ target, display }));
  const facts = context.files.map(one => ({
    ...one,
    created: Date.parse(one.ctime),
    modified: Date.parse(one.mtime),
    properties: Object.fromEntries(
      Object.entries(one.properties).map(([name, value]) => [name, asWritten(value)]),
    ),
    links: links(one.links),
    embeds: links(one.embeds),
  }));
  const vault = new TestVault(facts, {
    now: context.now,
    zone: zoneNamed(context.timezone),
  });
  const run = (expression: string): unknown =>
    asRecorded(evaluated(expression, { vault, path: context.file.path, formulas: context.formulas }), vault);

  test.each(cases)('$name: $expression', ({ expression, expected }) => {
    expect(run(expression)).toEqual(expected);
  });

  test.each(diagnostics)('$name: $expression', ({ expression, native }) => {
    expect(run(expression)).toEqual(native.value);
  });
}
