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

  test.each(['a$b', 'a`b', '$a `b`'])('keeps every link, and undo gives back every byte: %s', async newHeading => {
    const before = vault.notes();
    const linked = async (): Promise<unknown> =>
      (await vault.ask('get_links', { path: 'Note', direction: 'in' }))['totalCount'];
    const count = await linked();
    const renaming = { path: 'Note', heading: 'Old', newHeading };
    const { structured } = await vault.call('rename_heading', renaming);
    expect(await linked()).toBe(count);
    expect((await vault.call('check_links', {})).structured['totalCount']).toBe(0);
    await vault.ask('undo_change', { changeId: structured['changeId'] });
    expect(vault.notes()).toEqual(before);
  });
});
