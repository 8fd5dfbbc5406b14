import { ToolFailure } from '../../../src/errors';
import type { FrontmatterEdit } from '../../../src/markdown/frontmatter-edit/edits';
import { editFrontmatter } from '../../../src/markdown/frontmatter-edit';

export const set = (key: string, value: unknown): FrontmatterEdit => ({ kind: 'set', key, value });
export const merge = (key: string, value: unknown): FrontmatterEdit => ({ kind: 'merge', key, value });
export const remove = (key: string): FrontmatterEdit => ({ kind: 'remove', key });
export const append = (key: string, value: unknown): FrontmatterEdit => ({ kind: 'append', key, value });
export const prepend = (key: string, value: unknown): FrontmatterEdit => ({ kind: 'prepend', key, value });

/** Edits YAML between fences and answers what is between them then. */
export function edited(yaml: string, ...edits: FrontmatterEdit[]): string {
  const result = editFrontmatter(`---\n${yaml}---\nbody\n`, edits);
  expect(result.startsWith('---\n')).toBe(true);
  expect(result.endsWith('---\nbody\n')).toBe(true);
  return result.slice(4, -'---\nbody\n'.length);
}

/** The refusal of edits of a whole note. */
export function failure(text: string, ...edits: FrontmatterEdit[]): ToolFailure {
  try {
    editFrontmatter(text, edits);
  } catch (error) {
    if (error instanceof ToolFailure) return error;
    throw error;
  }
  throw new Error('was not refused');
}
