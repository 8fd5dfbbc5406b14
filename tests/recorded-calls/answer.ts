import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

export type Given = Readonly<Record<string, unknown>>;

export const answerSchema = z.strictObject({
  who: z.string(),
  tool: z.string(),
  given: z.record(z.string(), z.unknown()),
  isError: z.boolean().optional(),
  /** The blocks of the answer; the lines of a text. */
  content: z.array(z.unknown()),
  structured: z.unknown().optional(),
  /** Files that the call changed: their lines, base64 of what is no text, the path where it was before, or null where one is gone. */
  files: z.record(z.string(), z.union([z.array(z.string()), z.string(), z.null()])).optional(),
});

/** All that a call was answered with, and did. */
export type RecordedAnswer = z.output<typeof answerSchema>;

export const answerFile = (group: string): string => join(__dirname, 'answers', `${group}.json`);

export function readAnswers(group: string): RecordedAnswer[] {
  const json: unknown = JSON.parse(readFileSync(answerFile(group), 'utf8'));
  return z.array(answerSchema).parse(json);
}

/** One value a line, and small ones whole on one. */
export function writeAnswers(group: string, answers: readonly RecordedAnswer[]): void {
  writeFileSync(answerFile(group), `${written(answers, '')}\n`);
}

const lineLength = 110;

function written(value: unknown, indent: string): string {
  const whole = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || whole.length + indent.length <= lineLength) return whole;
  const inner = `${indent} `;
  if (Array.isArray(value)) {
    const items = value.map(item => inner + written(item, inner));
    return `[\n${items.join(',\n')}\n${indent}]`;
  }
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .map(([key, field]) => `${inner}${JSON.stringify(key)}: ${written(field, inner)}`);
  return `{\n${fields.join(',\n')}\n${indent}}`;
}
