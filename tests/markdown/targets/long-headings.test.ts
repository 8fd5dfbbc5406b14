import { ToolFailure } from '../../../src/errors';
import { scanStructure } from '../../../src/markdown/structure/scan-structure';
import { findHeading } from '../../../src/markdown/targets/heading-target';
import { candidateOf, wantedName } from '../../../src/utils/text/similar/name-distance';

const marked = '*ä_'.repeat(30_000);

function stepsOf(text: string, name: string): { steps: number; found: string } {
  const work = findHeading(text, scanStructure(text), name);
  let steps = 0;
  try {
    for (;;) {
      const { done, value } = work.next();
      if (done === true) return { steps, found: value.heading };
      steps += 1;
    }
  } catch (error) {
    return { steps, found: error instanceof ToolFailure ? error.code : String(error) };
  }
}

describe('headings much longer than names', () => {
  test('are compared with pauses between them', () => {
    const { steps, found } = stepsOf(`# ${marked}\n\n`.repeat(20), 'ab'.repeat(24_500));
    expect(found).toBe('target_not_found');
    expect(steps).toBeGreaterThan(40);
  });

  test('are found as they are written', () => {
    expect(stepsOf(`# ${marked}\n`, marked).found).toBe(marked);
    expect(stepsOf(`# A\n\n## ${marked}\n`, `A::${marked}`).found).toBe(marked);
  });

  test('of ten thousand units are found as they are shown, in any case', () => {
    const long = 'Ab'.repeat(4990);
    expect(stepsOf(`# *${long}*\n`, long.toUpperCase()).found).toBe(`*${long}*`);
  });

  test('and other names are folded up to 200 units to find near ones', () => {
    const long = `Folder/${'Ä'.repeat(90_000)}`;
    for (const { path, name } of [candidateOf(long), wantedName(long)]) {
      expect(path).toBe('ä'.repeat(200));
      expect(name).toBe('ä'.repeat(128));
    }
    expect(candidateOf(`${'Folder/'.repeat(100)}Note.md`).path).toBe(`${'folder/'.repeat(100)}note`);
  });
});
