import fc from 'fast-check';

import { linkPlaces } from '../../../../src/markdown/edits/links/link-places';
import { readFrontmatter } from '../../../../src/markdown/frontmatter/frontmatter';
import { cachedMetadata } from '../../../../pkg/headless/obsidian/metadata/records/cached-metadata';
import { scanStructure } from '../../../../src/markdown/structure/scan-structure';

function placesOf(text: string, extension: string): string[] {
  return linkPlaces(text, extension).map(({ path, subpath, at }) => `${at} ${path}${subpath}`);
}

/** The links of a note by its metadata, from which those who only read links take them. */
function metadataLinks(text: string): string[] {
  const { links = [], embeds = [] } = cachedMetadata(text, scanStructure(text), readFrontmatter(text));
  return [...links, ...embeds]
    .sort((a, b) => a.position.start.offset - b.position.start.offset)
    .map(({ link, position }) => `${position.start.offset} ${bare(link)}`);
}

/** Without the space around its path, and a backslash that no table needs. */
function bare(link: string): string {
  const [path = '', ...names] = link.split('#');
  return [path.trim(), ...names].join('#').replace(/(?<=#.*)\\$/su, () => '');
}

describe('the places of a text that name a file', () => {
  it('are, in the text of a note, those that its metadata lists', () => {
    const piece = fc.constantFrom(
      ...['[[A]]', '[[A#h|s]]', '![[p.png]]', '[a](A.md#h)', '![a](p.png)', '[[#own]]', '`', '```\n', '%%'],
      ...['\n', ' ', 'x', '> ', '| ', '|-|\n', '[[', ']]', '\\', '# '],
    );
    const note = fc.array(piece, { maxLength: 16 }).map(pieces => pieces.join(''));
    fc.assert(
      fc.property(note, text => {
        expect(placesOf(text, 'md')).toEqual(metadataLinks(text));
      }),
      { seed: 20_261_122, numRuns: 1_000 },
    );
  });

  it('of a note are in its order, properties first', () => {
    expect(placesOf('---\na: "[[X#h]]"\nb: [ "[[Y]]" ]\n---\n![[Z]] [[W]]', 'md')).toEqual([
      '7 X#h',
      '22 Y',
      '36 Z',
      '43 W',
    ]);
  });

  it('of a canvas are files with their parts, pictures of groups, and links in cards', () => {
    const json = JSON.stringify({
      nodes: [
        { type: 'file', file: 'a.md', subpath: '#h' },
        { type: 'group', background: 'p.png', subpath: '#no' },
        { type: 'text', text: '[[b#^c]] ![x](d%20e.png)' },
        { type: 'link', url: 'https://example.org' },
      ],
    });
    expect(linkPlaces(json, 'canvas')).toEqual([
      { path: 'a.md', subpath: '#h', form: 'canvas', at: 32, card: 'a.md' },
      { path: 'p.png', subpath: '', form: 'canvas', at: 84, card: 'p.png' },
      expect.objectContaining({ path: 'b', subpath: '#^c', form: 'wiki', card: '[[b#^c]] ![x](d%20e.png)' }),
      expect.objectContaining({ path: 'd e.png', subpath: '', form: 'markdown' }),
    ]);
  });

  it('of a base are its wikilinks and the texts that functions take for links', () => {
    expect(placesOf('filters: file.hasLink("A#h")\nx: "[[B|c]]"\ny: link("C")\nz: "D"\n', 'base')).toEqual([
      '14 A#h',
      '33 B',
      '45 C',
    ]);
  });
});
