import { answersOf, collectionFrom, notesOf } from '../../pkg/bench/relevance/collection/read-collection';
import { recallAt } from '../../pkg/bench/relevance/metrics';

const documents = [
  '.I 1\n.T\nUse of\nLibraries/Schools\n.A\nSomebody\n.W\nA report\non libraries.\n.X\n1\t5\t1\n',
  '.I 2\n.W\nA text without a title.\n',
].join('');

describe('a public collection', () => {
  it('is read with the titles and texts of its documents', () => {
    const { documents: read } = collectionFrom(documents, '', '');

    expect(read).toEqual([
      { id: '1', title: 'Use of Libraries/Schools', text: 'A report\non libraries.' },
      { id: '2', title: '', text: 'A text without a title.' },
    ]);
  });

  it('becomes notes named by their titles, or by their numbers with the title as heading', () => {
    const collection = collectionFrom(documents, '', '');

    expect([...notesOf(collection, 'name').values()].map(({ path }) => path)).toEqual([
      '1/Use of Libraries Schools',
      '2',
    ]);
    expect(notesOf(collection, 'heading').get('1')).toEqual({
      ...{ path: '1', age: 0 },
      text: '# Use of Libraries/Schools\n\nA report\non libraries.',
    });
  });

  const questions = '.I 001\n.W\nwhat is\nthe use\n.I 004\n.W\nnobody judged\n.I 009\n.W\nsomething else\n';

  it.each([
    ['by the number of the question', '1 1 0 0\n1 2 0 0\n9 2 0 0\n'],
    ['by its place, where the numbers do not fit', '1 1 2\n1 2 -1\n3 2 1\n'],
    ['as TREC writes it', '1 0 1 1\n1 0 2 1\n9 0 2 1\n'],
  ])('has its judgements %s', (_how, judgements) => {
    const collection = collectionFrom(documents, questions, judgements);

    expect(collection.questions).toEqual([
      { query: 'what is the use', relevant: new Set(['1', '2']) },
      { query: 'something else', relevant: new Set(['2']) },
    ]);
    const [first] = collection.questions;
    expect(first && answersOf(first, notesOf(collection, 'heading'))).toEqual({ '1': 1, '2': 1 });
  });
});

describe('the recall of an order', () => {
  it('is the share of the relevant notes that are among the first results', () => {
    expect(recallAt(2, ['a', 'x', 'b'], { a: 1, b: 1, c: 2, d: 1 })).toBe(0.25);
    expect(recallAt(3, ['a', 'x', 'b'], { a: 1, b: 1, c: 2, d: 1 })).toBe(0.5);
  });
});
