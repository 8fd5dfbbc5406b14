import { vaultForEach } from '../../support/open-vault';

describe('a merge into a note whose name may end code or a formula', () => {
  const name = 'a$b `c`';
  const markdown = 'a%24b%20%60c%60.md';
  const vault = vaultForEach({
    files: {
      [`${name}.md`]: 'y\n',
      'From.md': '# H\n\n$3 [[From]] [[Other]]\n\na ` [[From#H]]\n',
      'Other.md': '$5 [[From]] ![[From]] [[From#H|x]]\n\n[[From]] and [[Other]]\n',
      'card.canvas': '{"nodes":[{"id":"1","type":"text","text":"$5 [[From]]"}]}',
    },
  });

  test('keeps every link with the text that it showed, and undo gives back every byte', async () => {
    const before = vault.notes();
    const { structured } = await vault.call('merge_notes', { from: 'From', into: name });
    expect(vault.text('Other.md')).toBe(
      `$5 [From](${markdown}) ![](${markdown}) [x](${markdown}#H)\n\n[From](${markdown}) and [[Other]]\n`,
    );
    expect(vault.text(`${name}.md`)).toBe(
      `y\n\n# H\n\n$3 [From](${markdown}) [[Other]]\n\na \` [From > H](${markdown}#H)\n`,
    );
    expect(vault.text('card.canvas')).toBe(
      `{"nodes":[{"id":"1","type":"text","text":"$5 [From](${markdown})"}]}`,
    );
    expect((await vault.call('check_links', {})).structured['totalCount']).toBe(0);
    await vault.ask('undo_change', { changeId: structured['changeId'] });
    expect(vault.notes()).toEqual(before);
  });
});

describe('a heading that gets a name which may end code or a formula', () => {
  const vault = vaultForEach({
    files: {
      'Note.md': '# Old\n\n$2 [[#Old]]\n',
      'Other.md': '$5 [[Note#Old]] ![[Note#Old]] [[Note#Old|x]]\n\na ` [[Note#Old]]\n\n[[Note#Old]]\n',
      'card.canvas': '{"nodes":[{"id":"1","type":"text","text":"$5 [[Note#Old]]"}]}',
    },
  });

  test.each([
    {
      newHeading: 'a$b',
      note: '# a$b\n\n$2 [a&#36;b](#a%24b)\n',
      other: [
        '$5 [Note > a&#36;b](Note.md#a%24b) ![](Note.md#a%24b) [x](Note.md#a%24b)',
        'a ` [Note > a&#36;b](Note.md#a%24b)',
        '[Note > a&#36;b](Note.md#a%24b)',
      ],
      card: '$5 [Note > a&#36;b](Note.md#a%24b)',
    },
    {
      newHeading: 'a`b',
      note: '# a`b\n\n$2 [[#a`b]]\n',
      other: [
        '$5 [Note > a&#96;b](Note.md#a%60b) ![](Note.md#a%60b) [x](Note.md#a%60b)',
        'a ` [Note > a&#96;b](Note.md#a%60b)',
        '[Note > a&#96;b](Note.md#a%60b)',
      ],
      card: '$5 [[Note#a`b]]',
    },
    {
      newHeading: '$a `b`',
      note: '# $a `b`\n\n$2 [&#36;a &#96;b&#96;](#%24a%20%60b%60)\n',
      other: [
        '$5 [Note > &#36;a &#96;b&#96;](Note.md#%24a%20%60b%60) ![](Note.md#%24a%20%60b%60) [x](Note.md#%24a%20%60b%60)',
        'a ` [Note > &#36;a &#96;b&#96;](Note.md#%24a%20%60b%60)',
        '[Note > &#36;a &#96;b&#96;](Note.md#%24a%20%60b%60)',
      ],
      card: '$5 [Note > &#36;a &#96;b&#96;](Note.md#%24a%20%60b%60)',
    },
  ])(
    'keeps every link, and undo gives back every byte: $newHeading',
    async ({ newHeading, note, other, card }) => {
      const before = vault.notes();
      const renaming = { path: 'Note', heading: 'Old', newHeading };
      const { structured } = await vault.call('rename_heading', renaming);
      expect(vault.notes()).toEqual({
        'Note.md': note,
        'Other.md': `${other.join('\n\n')}\n`,
        'card.canvas': `{"nodes":[{"id":"1","type":"text","text":"${card}"}]}`,
      });
      expect((await vault.call('check_links', {})).structured['totalCount']).toBe(0);
      await vault.ask('undo_change', { changeId: structured['changeId'] });
      expect(vault.notes()).toEqual(before);
    },
  );
});

describe('links in hidden files to a name that may end code or a formula', () => {
  const note = (target: string, links: string): string => `---\nsee: "[[${target}]]"\n---\n${links}\n`;
  const card = (link: string): string => `{"nodes":[{"id":"1","type":"text","text":"$5 ${link}"}]}`;
  const vault = vaultForEach({
    files: {
      'Note.md': '# Old\n',
      'In/a$b.md': 'Into.\n',
      'Private/x.md': note('Note', '[m](Note.md) $5 [[Note#Old]] ![[Note#Old]] [[Note#Old|x]]'),
      'Private/x.canvas': card('[[Note#Old]]'),
    },
    settings: { hidden: ['Private'] },
  });

  test.each([
    {
      tool: 'rename_heading',
      args: { path: 'Note', heading: 'Old', newHeading: 'a$b' },
      target: 'Note',
      links: ['[m](Note.md)', '[Note > a&#36;b](Note.md#a%24b)', '![](Note.md#a%24b)', '[x](Note.md#a%24b)'],
    },
    {
      tool: 'merge_notes',
      args: { from: 'Note', into: 'In/a$b' },
      target: 'a$b',
      links: ['[m](a%24b.md)', '[a&#36;b > Old](a%24b.md#Old)', '![](a%24b.md#Old)', '[x](a%24b.md#Old)'],
    },
    {
      tool: 'move',
      args: { path: 'Note', newPath: 'In/c$d' },
      target: 'c$d',
      links: ['[m](c%24d.md)', '[c&#36;d > Old](c%24d.md#Old)', '![](c%24d.md#Old)', '[x](c%24d.md#Old)'],
    },
  ])(
    'follow $tool, which does not tell of them, and its undo leads them back',
    async ({ tool, args, target, links }) => {
      const before = vault.notes();
      const { structured } = await vault.call(tool, args);
      expect(structured).toMatchObject({ linksUpdated: 0 });
      const [markdown = '', link = '', embed = '', named = ''] = links;
      expect(vault.text('Private/x.md')).toBe(note(target, `${markdown} $5 ${link} ${embed} ${named}`));
      expect(vault.text('Private/x.canvas')).toBe(card(link));
      await vault.ask('undo_change', { changeId: structured['changeId'] });
      expect(vault.notes()).toEqual(before);
    },
  );
});
