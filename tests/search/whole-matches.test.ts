import { storeOf, searchIn } from './vaults';

const filler = (words: number): string => `${'and other words '.repeat(words)}\n`;

describe('what is asked for as a whole', () => {
  it('ranks a note of that name above an alias that only begins with it', async () => {
    const files = {
      'Moon.md': filler(400),
      'Space.md': '---\naliases: [Moonshot]\n---\n',
      'Sky.md': '---\naliases: [Moon landing, Moon base]\n---\nmoon moon moon\n',
    };
    expect((await searchIn(storeOf(files), 'moon')).paths[0]).toBe('Moon.md');
  });

  const long = 'The long report on the state of the northern lighthouse towers';
  const fields = {
    [`${long}.md`]: filler(300),
    'alias.md': `---\naliases:\n  - "${long}"\n---\n${filler(100)}`,
    'heading.md': `## ${long}\n\nShort.\n`,
    'body.md': `We wrote ${long} then.\n`,
  };

  it('ranks a note of that name first', async () => {
    for (const query of [
      { query: long },
      { query: long, mode: 'phrase' } as const,
      { query: `"${long}" -absent` },
    ])
      expect((await searchIn(storeOf(fields), query)).paths[0]).toBe(`${long}.md`);
  });

  it('ranks so for a single word, and the body last', async () => {
    const one = {
      'Lamp.md': filler(300),
      'alias.md': `---\naliases: [lamp]\n---\n${filler(50)}`,
      'heading.md': `# Lamp\n${filler(10)}`,
      'tag.md': `${filler(10)}#lamp\n`,
      'body.md': `${filler(10)}A lamp.\n`,
    };
    const { paths } = await searchIn(storeOf(one), 'lamp');
    expect([paths[0], paths.at(-1)]).toEqual(['Lamp.md', 'body.md']);
  });

  it('takes the title in the properties for the name', async () => {
    const files = {
      '20260101.md': `---\ntitle: Moon\n---\n${filler(300)}`,
      'Moon base.md': filler(300),
    };
    expect((await searchIn(storeOf(files), 'moon')).paths[0]).toBe('20260101.md');
  });

  it('lets a name win however new the others are', async () => {
    const store = storeOf({});
    store.put('Moon.md', filler(500), { modified: 0 });
    store.put('New.md', '---\naliases: [Moon]\n---\nmoon moon\n', { modified: 1_700_000_000_000 });
    expect((await searchIn(store, 'moon')).paths).toEqual(['Moon.md', 'New.md']);
  });
});
