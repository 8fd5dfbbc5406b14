/** Links that are written in several ways, and names that a link cannot hold. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Answer } from '../../support/clients';
import { field } from '../../support/json';
import { type Caller, narrowToken, vaultForAll, vaultForEach, withNarrow } from '../../support/open-vault';

describe('in properties', () => {
  const vault = vaultForAll({
    files: {
      'A.md': '---\nowner: "[[Mara Okafor|Mara]]"\nteam: ["[[Ana]]", "[[People/Ana.md]]"]\n---\n',
      'B.md': '---\nowner: "[[People/Mara Okafor]]"\nteam: "[[ana]]"\n---\n',
      'C.md': '---\nowner: "[[Mara Okafor#Work]]"\n---\n',
      'D.md': '---\nowner: Mara Okafor\n---\n',
      'People/Mara Okafor.md': '# Work\n',
      'People/Ana.md': '',
    },
    ...withNarrow({ rights: 'read', deny: ['People'] }),
  });

  async function groups(field: string, caller: Caller = vault): Promise<unknown> {
    const { structured } = await caller.call('query_notes', { groupBy: field, where: [field] });
    return [structured['groups']].flat();
  }

  describe('links that are written in two ways to one place', () => {
    test('are one group', async () => {
      expect(await groups('frontmatter.owner')).toMatchObject([
        { key: '[[Mara Okafor#Work]]', count: 1 },
        { key: '[[Mara Okafor|Mara]]', count: 2 },
        { key: 'Mara Okafor', count: 1 },
      ]);
    });

    test('in the list of one note count once', async () => {
      expect(await groups('frontmatter.team')).toMatchObject([{ key: '[[Ana]]', count: 2 }]);
    });

    test('are one value of a property', async () => {
      const structured = await vault.ask('list_properties', { property: 'owner' });
      expect(structured['values']).toMatchObject([
        { value: '[[Mara Okafor|Mara]]', count: 2, files: ['A.md', 'B.md'] },
        { value: '[[Mara Okafor#Work]]', count: 1 },
        { value: 'Mara Okafor', count: 1 },
      ]);
    });

    test('do not reveal a note that the caller does not see', async () => {
      const other = vault.as(narrowToken);
      expect(await groups('frontmatter.owner', other)).toMatchObject([
        { key: '[[Mara Okafor#Work]]', count: 1 },
        { key: '[[Mara Okafor|Mara]]', count: 1 },
        { key: '[[People/Mara Okafor]]', count: 1 },
        { key: 'Mara Okafor', count: 1 },
      ]);
    });
  });
});

describe('blanks around a target mean nothing', () => {
  const narrow = 'lct_narrow-token-for-blanks-in-links';

  const before = [
    '---',
    'up: "[[ Target ]]"',
    '---',
    '[[ Target]]',
    '[[Target ]]',
    '[[Target | shown]]',
    '[[Target #H]]',
    '[[Target# H ]]',
    '[[Target#^b | block]]',
    '![[pic.png |600]]',
    '',
    '| [[ sub/Target \\| x]] |',
    '| - |',
    '',
    '[[\u00a0Target\u00a0]]',
    '',
  ].join('\n');

  const broken = '[[ ]] [[ Nowhere ]] [[Target #None ]]\n';

  const vault = vaultForEach({
    files: { 'sub/Target.md': '# H\n\ntext ^b\n', 'pic.png': 'x', 'l.md': before, 'broken.md': broken },
    settings: {
      tokens: [
        { name: 'all', value: 'lct_full-token-for-blanks-in-links', rights: 'full' },
        { name: 'narrow', value: narrow, rights: 'full', deny: ['Closed/**'] },
      ],
    },
  });

  describe.each([
    ['that sees everything', 'lct_full-token-for-blanks-in-links'],
    ['with folder rules', narrow],
  ])('a token %s', (_name, token) => {
    test('finds the links resolved and not broken', async () => {
      const caller = vault.as(token);
      const out = await caller.call('get_links', { path: 'l.md', direction: 'out' });
      const resolved = [field(out.structured, 'outgoing')].flat().map(item => field(item, 'resolved'));
      expect(resolved).toEqual(Array(10).fill(true));
      const wrong = await caller.call('check_links', { path: 'l.md' });
      expect(wrong.structured['items']).toEqual([]);
      const incoming = await caller.call('get_links', { path: 'Target', direction: 'in' });
      const sources = [field(incoming.structured, 'incoming')].flat().map(item => field(item, 'source'));
      expect(sources).toEqual(['broken.md'].concat(Array<string>(9).fill('l.md')));
    });

    test('still finds broken what leads nowhere', async () => {
      const caller = vault.as(token);
      const wrong = await caller.call('check_links', { path: 'broken.md' });
      const missing = [field(wrong.structured, 'items')].flat().map(item => field(item, 'missing'));
      expect(missing).toEqual(['file', 'file', 'heading']);
    });

    test('moves the target with its links, which keep their blanks', async () => {
      const caller = vault.as(token);
      const answer = await caller.call('move', { path: 'sub/Target.md', newPath: 'sub/New.md' });
      expect(answer.isError).toBe(false);
      const after = readFileSync(join(vault.path, 'l.md'), 'utf8');
      // With folder rules the whole path is written, since whether a name is unique may depend on hidden files.
      const bare = token === narrow ? 'sub/New' : 'New';
      expect(after).toBe(before.replaceAll('sub/Target', 'sub/New').replaceAll('Target', () => bare));
    });
  });

  test('a property with blanks in its link is found by its target', async () => {
    const found = await vault.call('query_notes', { where: ['up=Target'] });
    expect(found.structured['totalCount']).toBe(1);
    const base = await vault.call('query_base', {
      source: 'filters: file.hasLink("Target")\nviews:\n  - type: table\n    name: All\n',
    });
    expect(base.structured['totalCount']).toBe(2);
  });
});

describe('a move to a name that wikilinks cannot hold', () => {
  const before = [
    '---',
    'up: "[[plan]]"',
    '---',
    '[[plan]] [[plan|x]] ![[plan]] [m](plan.md) [[plan#Part one|there]] [[plan#Part one]]',
    '',
    '| [[plan\\|a [1] b]] |',
    '| --- |',
    '`[[plan]]`',
    '',
  ].join('\n');
  const canvas = JSON.stringify({
    nodes: [
      { id: 'a', type: 'file', file: 'plan.md', x: 0, y: 0, width: 1, height: 1 },
      { id: 'b', type: 'text', text: 'see [[plan]]', x: 0, y: 0, width: 1, height: 1 },
    ],
    edges: [],
  });

  const vault = vaultForEach({
    files: {
      'plan.md': '# Part one\n',
      'l.md': before,
      'c.canvas': canvas,
      'pic.png': 'x',
      'p.md': '![[pic.png|60]]\n',
    },
  });
  const { text: read } = vault;

  /** The number of links that the answer says lead nowhere. */
  function lost({ structured }: Answer): number {
    const hints = z.array(z.string()).parse(structured['hints'] ?? []);
    const counts = hints.map(hint => /^(\d+) links? cannot be written/u.exec(hint)?.[1]);
    return Number(counts.find(count => count !== undefined) ?? 0);
  }

  async function brokenCount(): Promise<unknown> {
    return (await vault.ask('check_links', {}))['totalCount'];
  }

  test('brackets: wikilinks become Markdown links that resolve', async () => {
    const preview = await vault.call('move', { path: 'plan.md', newPath: 'a[b].md', dryRun: true });
    expect(lost(preview)).toBe(1);
    expect(read('l.md')).toBe(before);
    const answer = await vault.call('move', { path: 'plan.md', newPath: 'a[b].md' });
    expect(lost(answer)).toBe(1);
    expect(read('l.md')).toBe(
      [
        '---',
        'up: "[[plan]]"',
        '---',
        '[a\\[b\\]](a[b].md) [x](a[b].md) ![](a[b].md) [m](a[b].md) [there](a[b].md#Part%20one) [a\\[b\\] > Part one](a[b].md#Part%20one)',
        '',
        '| [a \\[1\\] b](a[b].md) |',
        '| --- |',
        '`[[plan]]`',
        '',
      ].join('\n'),
    );
    expect(read('c.canvas')).toBe(
      canvas.replace('"plan.md"', '"a[b].md"').replace('[[plan]]', '[a\\\\[b\\\\]](a[b].md)'),
    );
    expect(await brokenCount()).toBe(1);
    const undone = await vault.call('undo_change', { changeId: answer.structured['changeId'] });
    expect(undone.isError).toBe(false);
    expect(read('l.md')).toBe(before);
    expect(read('c.canvas')).toBe(canvas);
  });

  test.each([
    ['[Draft] plan.md', 1],
    ['a]]b.md', 1],
    ['Work [old]/plan.md', 0],
  ])('brackets in %s: nothing is lost but what only a wikilink could hold', async (newPath, expected) => {
    const answer = await vault.call('move', { path: 'plan.md', newPath });
    expect(lost(answer)).toBe(expected);
    expect(await brokenCount()).toBe(expected);
  });

  test('a picture keeps its size', async () => {
    await vault.call('move', { path: 'pic.png', newPath: 'p[1].png' });
    expect(read('p.md')).toBe('![60](p[1].png)\n');
    expect(await brokenCount()).toBe(0);
  });

  test('a hash: no link can hold it, all stay and are counted', async () => {
    const preview = await vault.call('move', { path: 'plan.md', newPath: 'C# basics.md', dryRun: true });
    const answer = await vault.call('move', { path: 'plan.md', newPath: 'C# basics.md' });
    expect([lost(preview), lost(answer)]).toEqual([9, 9]);
    expect(read('l.md')).toBe(before);
    expect(await brokenCount()).toBe(9);
    expect((await vault.call('undo_change', { changeId: answer.structured['changeId'] })).isError).toBe(
      false,
    );
    expect(await brokenCount()).toBe(0);
  });

  test('a caret is no trouble', async () => {
    const answer = await vault.call('move', { path: 'plan.md', newPath: 'x^2.md' });
    expect(lost(answer)).toBe(0);
    expect(await brokenCount()).toBe(0);
  });

  test('a new note of such a name comes with the hint', async () => {
    for (const path of ['C# notes.md', 'a[b] two.md'])
      expect((await vault.ask('create_note', { path, content: 'x' }))['hints']).toHaveLength(1);
    expect((await vault.ask('create_note', { path: 'y^2.md', content: 'x' }))['hints']).toBeUndefined();
  });
});
