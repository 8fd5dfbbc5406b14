import { ToolFailure } from '../../../src/errors';
import { scanStructure } from '../../../src/markdown/structure/scan-structure';
import { findHeading } from '../../../src/markdown/targets/heading-target';
import { named } from '../../../src/utils/near';

const marked = '*ä_'.repeat(30_000);

function found(text: string, name: string): string {
  try {
    return findHeading(text, scanStructure(text), name).heading;
  } catch (error) {
    return error instanceof ToolFailure ? error.code : String(error);
  }
}

describe('headings much longer than names', () => {
  test('are not found by other names', () => {
    expect(found(`# ${marked}\n\n`.repeat(20), 'ab'.repeat(24_500))).toBe('target_not_found');
  });

  test('are found as they are written', () => {
    expect(found(`# ${marked}\n`, marked)).toBe(marked);
    expect(found(`# A\n\n## ${marked}\n`, `A::${marked}`)).toBe(marked);
  });

  test('of ten thousand units are found as they are shown, in any case', () => {
    const long = 'Ab'.repeat(4990);
    expect(found(`# *${long}*\n`, long.toUpperCase())).toBe(`*${long}*`);
  });

  test('and other names are compared up to 128 units to find near ones', () => {
    const long = `Folder/${'Ä'.repeat(90_000)}`;
    expect(named(long).name).toBe('ä'.repeat(128));
    expect(named(`${'Folder/'.repeat(100)}Note.md`).name).toBe('note');
  });
});
