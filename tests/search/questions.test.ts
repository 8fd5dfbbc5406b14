import { searchIn, storeOf } from './vaults';

/** Notes with words that the questions do not ask for. */
const others = Object.fromEntries(
  Array.from({ length: 20 }, (_, at) => [`other ${at}.md`, 'Nothing of it, and all the rest of the day.']),
);

describe('a question with a single word that says something', () => {
  it('is answered by the note of that name, whatever other notes have of the rest', async () => {
    const asked = 'What, what is it? What did I do? '.repeat(5);
    const store = storeOf({
      ...others,
      'Terraform.md': 'Infrastructure as code.',
      'Clipping.md': `${asked}A tool such as terraform.`,
      'Terraform state.md': `${asked}A file.`,
    });
    const { paths, totalMatches } = await searchIn(store, 'What is Terraform?');
    expect([paths, totalMatches]).toEqual([['Terraform.md', 'Terraform state.md', 'Clipping.md'], 3]);
  });

  it('has the note first whose name is the whole query', async () => {
    const text = 'Notes on a craft.';
    const store = storeOf({ ...others, 'On Writing.md': text, 'Writing Desk.md': text });
    expect((await searchIn(store, 'on writing')).paths).toEqual(['On Writing.md', 'Writing Desk.md']);
  });

  it('keeps a single consonant, which is a name rather than a word', async () => {
    const text = 'La vitamina es importante para el cuerpo, y no es lo que se cree.';
    const store = storeOf({ 'a.md': `${text} Vitamina B.`, 'b.md': `${text} Vitamina D.` });
    const { notes } = await searchIn(store, '¿Qué es la vitamina D?');
    expect(notes.map(({ path, missing }) => [path, missing])).toEqual([
      ['b.md', undefined],
      ['a.md', ['D']],
    ]);
  });
});

describe('a note that lacks a word of a question', () => {
  const rest = 'And more of the work that we did. '.repeat(12);
  const common = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`${at}.md`, `write ${rest}`]));
  const store = storeOf({
    ...common,
    'Terraform.md': `Infrastructure as code. ${rest}`,
    'day.md': `# Terraform\n\nI write about terraform. ${rest}`,
  });

  it('comes first if its name is the rarest one', async () => {
    const { notes } = await searchIn(store, 'What did I write about Terraform?');
    expect(notes.slice(0, 2).map(({ path, missing }) => [path, missing])).toEqual([
      ['Terraform.md', ['write']],
      ['day.md', undefined],
    ]);
  });
});
