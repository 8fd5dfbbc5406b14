import { languageOfWords, languages, WordForms } from '../../../src/search/words/word-forms';
import { searchIn, storeOf } from '../vaults';

const russian = 'Это список книг и не только книг, что я читал как на море.';
const german = 'Das ist eine Kündigung für die Versicherung und nicht der Vertrag.';

describe('other forms of a word', () => {
  it.each([
    ['pruning', 'The tree was pruned in March and it is fine.'],
    ['interviews', 'The interview was in the morning and it went well.'],
    ['happy', 'It was the happiness of the cat.'],
    ['kündigen', german],
    ['книга', russian],
    ['новый', 'Это новая книга, и это не только книга.'],
    ['كتاب', 'هذا في الكتاب على الرف من البيت'],
  ])('are found: %s', async (query, text) => {
    const { details, totalCount } = await searchIn(storeOf({ 'a.md': text }), query);
    expect(totalCount).toBe(1);
    expect(details[0]?.matches[0]?.match).toBe('form');
    expect((await searchIn(storeOf({ 'a.md': text }), { query, exact: true })).totalCount).toBe(0);
  });

  it.each([
    ['Булгакова', 'Роман написал Михаил Булгаков, и это не только роман.'],
    ['островов', 'Это остров, и на нём не только песок.'],
  ])('are found where one is the stem of the other: %s', async (query, text) => {
    const { details } = await searchIn(storeOf({ 'a.md': text }), query);
    expect(details[0]?.matches[0]?.match).toBe('form');
  });

  it('are marked as another form below a heading, too', async () => {
    const store = storeOf({ 'garden.md': '# Garden\n\nPrune the tree.\n', 'b.md': 'Pruning.' });
    const { details } = await searchIn(store, { query: 'pruning', heading: 'Garden' });
    expect(details[0]?.matches[0]).toMatchObject({ text: 'Prune the tree.', match: 'form' });
  });

  it('count a little less than the word itself', async () => {
    const store = storeOf({ 'a.md': 'We had pruned the hedge.', 'z.md': 'We were pruning the hedge.' });
    const { paths, totalCount } = await searchIn(store, 'pruning');
    expect([paths, totalCount]).toEqual([['z.md', 'a.md'], 2]);
  });

  it.each([
    ['with letter case', { query: 'Pruning', caseSensitive: true }],
    ['as whole words', { query: 'pruning', wholeWord: true }],
    ['in quotes', { query: '"pruning"' }],
    ['as words that must not occur', { query: 'hedge -pruning' }],
  ])('are not searched for words %s', async (_how, query) => {
    const store = storeOf({ 'a.md': 'pruned hedge' });
    expect((await searchIn(store, query)).totalCount).toBe(query.query.startsWith('hedge') ? 1 : 0);
  });

  it('are those of the language that the notes are in', () => {
    const formsIn = (name: string): WordForms => new WordForms(languages.filter(one => one.name === name));
    expect(formsIn('German').of('versicherungen')?.includes('versicherung', 0)).toBe(true);
    expect(formsIn('English').of('versicherungen')?.includes('versicherung', 0)).toBe(false);
    expect(formsIn('English').of('книга')).toBeUndefined();
  });
});

describe('the language of a question', () => {
  it.each([
    ['how do i water the fern', 'English'],
    ['wie oft muss ich den farn giessen', 'German'],
    ['где я был на море', 'Russian'],
    ['fern water', undefined],
  ])('of %j is %s', (query, name) => {
    expect(languageOfWords(query.split(' '))?.name).toBe(name);
  });
});

describe('a word that no note has', () => {
  const files = { 'a.md': 'The passport renewal takes weeks.', 'b.md': 'A ticket.' };

  it('finds similar spellings at once, marked as such', async () => {
    const { paths, replaced, details } = await searchIn(storeOf(files), 'pasport renewal');
    expect(paths).toEqual(['a.md']);
    expect([...replaced]).toEqual([['pasport', ['passport']]]);
    expect(details[0]?.matches).toMatchObject([
      {
        ranges: [
          [4, 12],
          [13, 20],
        ],
      },
    ]);
    expect((await searchIn(storeOf(files), 'pasport')).details[0]?.matches).toMatchObject([
      { match: 'near' },
    ]);
  });

  it('finds nothing else if it must match exactly', async () => {
    expect((await searchIn(storeOf(files), { query: 'pasport', exact: true })).totalCount).toBe(0);
  });
});
