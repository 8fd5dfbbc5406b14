import { scanStructure } from '../../../src/markdown/structure/scan-structure';
import { outline } from '../../../src/markdown/targets/outline';

describe('an outline', () => {
  it('holds headings, blocks, tasks and the number of links', () => {
    const text =
      '---\na: "[[X]]"\n---\n# Top\n\nSee [[A]], [b](B.md) and [c](https://e.org).\n\n## Sub *x*\n' +
      '- [ ] one ^t1\n- [x] two\n- [/] three\n- four\n\n![[pic.png]] ^p\n# Next';
    expect(outline(text, scanStructure(text))).toEqual({
      headings: [
        { heading: 'Top', level: 1, path: 'Top', startLine: 4, endLine: 14, chars: 124 },
        { heading: 'Sub *x*', level: 2, path: 'Top::Sub *x*', startLine: 8, endLine: 14, chars: 71 },
        { heading: 'Next', level: 1, path: 'Next', startLine: 15, endLine: 15, chars: 6 },
      ],
      blocks: [
        { id: 't1', startLine: 9, endLine: 9 },
        { id: 'p', startLine: 14, endLine: 14 },
      ],
      tasks: { open: 1, done: 2 },
      links: 2,
      embeds: 1,
    });
  });

  it('of an empty note is empty', () => {
    expect(outline('', scanStructure(''))).toEqual({
      headings: [],
      blocks: [],
      tasks: { open: 0, done: 0 },
      links: 0,
      embeds: 0,
    });
  });
});
