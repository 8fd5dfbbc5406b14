import { sharedWords } from '../../../src/search/rank/shared-words';
import { steppingSlicer } from '../slicers';
import { storeOf } from '../vaults';

async function shared(
  files: Readonly<Record<string, string>>,
  accepts: (path: string) => boolean = () => true,
): Promise<Record<string, string[]>> {
  const turn = steppingSlicer().slicer.slice();
  return Object.fromEntries(await sharedWords(storeOf(files), 'a.md', { accepts, turn }));
}

describe('words that a note shares', () => {
  it('are those that few others have, folded, from the text below the properties', async () => {
    const files = {
      'a.md': '---\nstatus: windvane\n---\nThe Crépuscule and the harbour, the 12345 and the oak.',
      'b.md': 'crepuscule',
      'c.md': 'harbour crepuscules windvane 12345',
      'd.md': 'oak',
    };
    expect(await shared(files)).toEqual({ crepuscule: ['b.md'], harbour: ['c.md'] });
  });

  it('do not include words that many notes have', async () => {
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`n${n}.md`, 'harbour note']));
    const files = { 'a.md': 'harbour lantern', 'b.md': 'lantern', ...many };
    expect(await shared(files)).toEqual({ lantern: ['b.md'] });
  });

  it('are counted as if hidden notes were not there', async () => {
    const open = { 'a.md': 'lantern harbour', 'b.md': 'lantern', 'c.md': 'harbour' };
    const hidden = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`x/${n}.md`, 'lantern']));
    const isOpen = (path: string): boolean => !path.startsWith('x/');
    expect(await shared({ ...hidden, ...open }, isOpen)).toEqual(await shared(open));
  });

  it('are found with limited work, however many words the note has', async () => {
    const long = Array.from({ length: 3000 }, (_, n) => `word${n.toString(36)}`).join(' ');
    expect(Object.keys(await shared({ 'a.md': long, 'b.md': long })).length).toBe(12);
  });
});
