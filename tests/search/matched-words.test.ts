import { searchIn, storeOf } from './vaults';

const garden = {
  'both.md': 'Compost feeds the tomatoes.',
  'one.md': 'Compost needs air.',
  'other.md': 'Tomatoes need water.',
  'none.md': 'A list of books.',
};

describe('notes that have only some of the words', () => {
  it('come behind those that have all, with the words that they lack', async () => {
    const { notes, totalCount, partialCount } = await searchIn(storeOf(garden), 'compost tomatoes');

    expect(notes.map(({ path, missing }) => [path, missing])).toEqual([
      ['both.md', undefined],
      ['one.md', ['tomatoes']],
      ['other.md', ['compost']],
    ]);
    expect([totalCount, partialCount]).toEqual([1, 2]);
  });

  it('are left out where all words are asked for, and only there', async () => {
    const asked = { query: 'compost tomatoes', allWords: true };
    expect(await searchIn(storeOf(garden), asked)).toMatchObject({ paths: ['both.md'], partialCount: 0 });
    const ten = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`${n}.md`, 'compost tomatoes']));
    const found = await searchIn(storeOf({ ...garden, ...ten }), 'compost tomatoes');
    expect([found.totalCount, found.partialCount]).toEqual([11, 2]);
  });

  it('come behind it where they lack one of two words', async () => {
    const store = storeOf({
      'Jürgen Müller.md': '# Jürgen Müller\n\nMüller is the dean.',
      'Course.md': `# Students\n\n| Müller, Lena | 41 |\n\n${'More of the course. '.repeat(40)}`,
      'Other.md': 'Nothing.',
    });
    const { notes } = await searchIn(store, 'Lena Müller');
    expect(notes.map(({ path, missing }) => [path, missing])).toEqual([
      ['Course.md', undefined],
      ['Jürgen Müller.md', ['Lena']],
    ]);
  });

  it('come before one that has all, if they say more of it', async () => {
    const files = {
      'Compost.md': 'compost compost compost',
      'long.md': `${'word '.repeat(900)} compost tomatoes`,
    };
    const other = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`${n}.md`, 'tomatoes']));
    expect((await searchIn(storeOf({ ...files, ...other }), 'compost tomatoes')).paths[0]).toBe('Compost.md');
  });

  it('are not listed where they say next to nothing beside the best', async () => {
    const files = Object.fromEntries(Array.from({ length: 80 }, (_, n) => [`${n}.md`, `common ${n}`]));
    const store = storeOf({ ...files, 'a.md': 'common quixotic', 'b.md': 'quixotic' });
    expect((await searchIn(store, 'common quixotic')).paths.toSorted()).toEqual(['a.md', 'b.md']);
  });

  it('have every phrase, operator and group that is asked for', async () => {
    const store = storeOf({ ...garden, 'Sub/one.md': 'Compost for “raised beds”.' });
    for (const query of ['tomatoes compost "raised beds"', 'tomatoes compost line:(raised beds)'])
      expect((await searchIn(store, query)).paths).toEqual(['Sub/one.md']);
  });

  it('come first if they have the rare words', async () => {
    const files = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`${n}.md`, 'what is the plan']));
    const store = storeOf({ ...files, 'fern.md': 'Water it on Sundays.', 'plan.md': 'the fern' });
    const { paths } = await searchIn(store, 'what is the best day to water the fern?');
    expect(paths.slice(0, 2).sort()).toEqual(['fern.md', 'plan.md']);
  });

  it('are found by the parts of a hyphenated word, and the whole word is listed as missing', async () => {
    const store = storeOf({
      'whole.md': 'A time-sharing system.',
      'blank.md': 'Systems for time sharing.',
      'other.md': 'A list of books.',
      'date.md': 'On 2026-05-01.',
    });
    const { notes } = await searchIn(store, 'time-sharing');
    expect(notes.map(({ path, missing }) => [path, missing])).toEqual([
      ['whole.md', undefined],
      ['blank.md', ['time-sharing']],
    ]);
    expect((await searchIn(store, '2026-05-02')).paths).toEqual([]);
    expect((await searchIn(store, { query: 'time-sharing', allWords: true })).paths).toEqual(['whole.md']);
  });

  it('are found by the words of a question that is written without blanks', async () => {
    const store = storeOf({
      '洗濯機.md': 'エラーは排水の詰まり。',
      '冷蔵庫.md': '前日に空にする。',
      'books.md': 'A list of books.',
    });
    const { notes } = await searchIn(store, '洗濯機のエラーはどうやって直しますか');
    expect(notes.map(({ path, missing }) => [path, missing])).toEqual([['洗濯機.md', []]]);
  });

  it('show the parts of a word that they have', async () => {
    const store = storeOf({
      '洗濯機.md': 'エラーは排水の詰まり。',
      'blank.md': 'Systems for time sharing.',
      'books.md': 'A list of books.',
    });
    const shown = async (query: string): Promise<unknown> => {
      const [note] = (await searchIn(store, query)).details;
      const quoted = note?.matches.map(({ text, ranges }) =>
        ranges.map(range => text.slice(...range)).join(''),
      );
      return [note?.path, quoted, note?.moreMatches];
    };
    expect(await shown('洗濯機のエラーはどうやって直しますか')).toEqual([
      '洗濯機.md',
      ['洗濯機', 'エラー'],
      undefined,
    ]);
    expect(await shown('time-sharing')).toEqual(['blank.md', ['timesharing'], undefined]);
  });

  it('satisfy all other conditions of the query', async () => {
    const store = storeOf({ ...garden, 'Sub/one.md': 'Compost for “raised beds”.' });
    expect((await searchIn(store, 'compost tomatoes -air')).paths).not.toContain('one.md');
    expect((await searchIn(store, 'compost tomatoes path:Sub')).paths).toEqual(['Sub/one.md']);
  });

  it('are fifty at most, in pages that follow each other', async () => {
    const files = Object.fromEntries(Array.from({ length: 80 }, (_, n) => [`${n}.md`, `compost ${n}`]));
    const others = Object.fromEntries(Array.from({ length: 99 }, (_, n) => [`other ${n}.md`, 'books']));
    const store = storeOf({ ...files, ...others });
    const all = await searchIn(store, 'compost tomatoes');
    expect([all.partialCount, all.paths.length]).toEqual([50, 50]);
    const first = await searchIn(store, 'compost tomatoes', { page: { most: 20 } });
    const rest = await searchIn(store, 'compost tomatoes', { page: { behind: first.notes.at(-1) } });
    expect([...first.paths, ...rest.paths]).toEqual(all.paths);
  });

  it('are the same whatever notes the caller does not see', async () => {
    const hidden = Object.fromEntries(
      Array.from({ length: 40 }, (_, n) => [`secret/${n}.md`, 'compost der die und das']),
    );
    const accepts = (path: string): boolean => !path.startsWith('secret');
    const { notes } = await searchIn(storeOf({ ...garden, ...hidden }), 'compost tomatoes', { accepts });
    expect(notes).toEqual((await searchIn(storeOf(garden), 'compost tomatoes')).notes);
  });
});

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

  it('ranks a title with the word above one with another form of it, however short the name of the file', async () => {
    const store = storeOf({
      'chater2020.md': '---\ntitle: Biases Meet the Brain\n---\n# Biases Meet the Brain',
      'Lab meeting.md': '# Lab meeting\n\nShe showed the eye tracker, and will lend it to us in January.',
      'Other.md': 'The end of it, and that is it.',
    });
    expect((await searchIn(store, 'meeting')).paths).toEqual(['Lab meeting.md', 'chater2020.md']);
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
