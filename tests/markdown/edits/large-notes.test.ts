/** Edits of large notes are work that pauses: no step does more than so many units of them. */
import { applyEdits, editTags, placeText, renameTag } from '../../../src/markdown/edits';
import { unifiedDiff } from '../../../src/markdown/diff/diff';
import { diffRows } from '../../../src/markdown/diff/diff-rows';
import { linesWithText } from '../../../src/markdown/edits/sections/blank-lines';
import { editFrontmatter } from '../../../src/markdown/frontmatter-edit';
import { scanStructure } from '../../../src/markdown/structure/scan-structure';
import { actionText } from '../../../src/ui/action-text';
import { hashing } from '../../../src/utils/hashing';
import type { Steps } from '../../../src/utils/slicing/steps';
import { encoding, decoding } from '../../../src/utils/text/utf8';
import type { ApprovalRequest } from '../../../src/vault/approval/approval-request';
import { approvalText } from '../../../src/vault/approval/approval-text';
import { propertyEdits } from '../../../src/vault/writing/notes/patch';
import { overwritten, storable } from '../../../src/vault/writing/notes/whole-note';

const size = 2_000_000;
const unitsOfAStep = 140_000;

const notes: Readonly<Record<string, string>> = {
  'of blank lines': '\n'.repeat(size),
  'of CRLF breaks': 'ab\r\n'.repeat(size / 4),
  'of surrogate pairs': '😀\n'.repeat(size / 3),
  'that begins like properties': `---\n${'a---\n'.repeat(size / 5)}`,
};

function editing(text: string): ApprovalRequest {
  const change = { kind: 'edit', path: 'a.md', before: `x${text.slice(1, -1)}y`, after: text } as const;
  return { id: 1, until: 0, token: 't', tool: 'edit_note', risks: [], changes: [change] };
}

/** How often work pauses, and what came of it. */
function run<Result>(work: Steps<Result>): { pauses: number; result: Result | undefined } {
  for (let pauses = 0; ; pauses += 1) {
    try {
      const step = work.next();
      if (step.done === true) return { pauses, result: step.value };
    } catch {
      return { pauses, result: undefined };
    }
  }
}

describe.each(Object.entries(notes))('a large note %s', (_kind, text) => {
  const first = text.slice(0, 4);
  const least = text.length / unitsOfAStep;

  test.each<[string, Steps<unknown>]>([
    ['an edit whose text is not there', applyEdits(text, [{ oldText: 'no such text', newText: 'x' }])],
    ['an edit whose text is there often', applyEdits(text, [{ oldText: first, newText: 'x' }])],
    ['an edit of all places', applyEdits(text, [{ oldText: first, newText: 'x', replaceAll: true }])],
    ['an edit by lines', applyEdits(text, [{ startLine: 1, endLine: 1, newText: 'x' }])],
    ['text at the end', placeText(text, 'append', 'x')],
    ['text at the start', placeText(text, 'prepend', 'x')],
    ['large text at the end', placeText('a\r\nb\r\n', 'append', text)],
    ['other text for all of it', overwritten('a\r\nb\r\n', text)],
    ['a property', editFrontmatter(text, [{ kind: 'set', key: 'a', value: 1 }])],
    ['the check of its characters', storable(text)],
    ['its bytes', encoding(text)],
    ['its text', decoding(new TextEncoder().encode(text))],
    ['the difference to nothing', unifiedDiff(text, '')],
    ['the difference at both ends', unifiedDiff(text, `x${text.slice(1, -1)}y`)],
    ['the rows of a difference', diffRows(text, `x${text.slice(1, -1)}y`)],
    ['the text of a request for approval', approvalText(editing(text), actionText)],
  ])('pauses for %s', (_name, work) => {
    expect(run(work).pauses).toBeGreaterThan(least);
  });
});

test('blank lines at both ends are left out with pauses', () => {
  const blank = '\n'.repeat(size);
  const { pauses, result } = run(linesWithText(`${blank}a\n${blank}`, 0, 2 * size + 2));
  expect(result).toEqual({ start: size, end: size + 2 });
  expect(pauses).toBeGreaterThan((2 * size) / unitsOfAStep);
});

test('more properties than a note can have are refused before any is looked at', () => {
  const set = Object.fromEntries(Array.from({ length: 10_001 }, (_item, index) => [`k${index}`, index]));
  expect(() => propertyEdits({ set, replace: false })).toThrow('10000');
});

test('the hash of large content pauses', () => {
  expect(run(hashing(new Uint8Array(size))).pauses).toBeGreaterThan(size / 300_000);
});

test('tags of a note that has very many are renamed, taken out and added with pauses', () => {
  const text = '#old '.repeat(100_000);
  const structure = scanStructure(text);
  const least = 100_000 / 1024;
  const renaming = run(renameTag(text, structure, 'old', 'new'));
  expect(renaming.pauses).toBeGreaterThan(least);
  expect(renaming.result).toBe('#new '.repeat(100_000));
  for (const edit of [{ remove: ['old'] }, { add: ['more'] }])
    expect(run(editTags(text, structure, { ...edit, location: 'both' })).pauses).toBeGreaterThan(least);
});
