import type { TestClient } from '../../../support/clients';
import { RunningLectern } from '../../../support/lectern';
import { gardenFiles } from '../../garden-files';

let lectern: RunningLectern;
let client: TestClient;
beforeAll(async () => {
  lectern = await RunningLectern.start({ files: gardenFiles });
  await lectern.host.metadataSettled();
  client = await lectern.connect();
});
afterAll(() => lectern.close());

const cases: readonly (readonly [query: string, lines: readonly string[]])[] = [
  [
    'mint',
    [
      '2 notes, 3 matches',
      '',
      'Mint.md · DAY',
      '1: Mint grows near the Shed. #garden',
      '',
      'Plans/Garden.md · DAY',
      '11: Plant #mint in the [[Shed]].',
    ],
  ],
  [
    'garden',
    [
      '3 notes, 6 matches',
      '',
      'Plans/Garden.md · DAY',
      '6: tags: [garden]',
      '',
      'Mint.md · DAY',
      '1: Mint grows near the Shed. #garden',
      '',
      'Shed.md · The shed · DAY',
      '6: Tools. See [[Garden]] and [[Gardn]].',
      '(1 more)',
    ],
  ],
  [
    'mint tools',
    [
      '3 notes with some of the words',
      '',
      'Mint.md · DAY · partial, missing: tools',
      '1: Mint grows near the Shed. #garden',
      '',
      'Shed.md · The shed · DAY · partial, missing: mint',
      '6: Tools. See [[Garden]] and [[Gardn]].',
      '',
      'Plans/Garden.md · DAY · partial, missing: tools',
      '11: Plant #mint in the [[Shed]].',
      '',
      'Hint: Each word occurs, but no note has all of them: the notes shown have some of them.',
    ],
  ],
  [
    'how does mint grow near what we sowed in the shed',
    [
      '2 notes with some of the words',
      '',
      'Mint.md · DAY · partial, missing: sowed',
      '1: Mint grows near the Shed. #garden',
      '',
      'Plans/Garden.md · DAY · partial, missing: sowed, grow, near',
      '11: Plant #mint in the [[Shed]].',
      '',
      'Hint: No note has "sowed".',
    ],
  ],
  ['beds', ['1 note, 1 match', '', 'Plans/Garden.md · DAY', '7: aliases: [Beds]']],
  ['sown', ['1 note, 1 match', '', 'Plans/Garden.md · DAY', '15: (Log) - sown']],
];

describe('the text of search results repeats nothing', () => {
  test.each(cases)('for %s', async (query, lines) => {
    const { text } = await client.call('search', { query });
    expect(text.replace(/· \d{4}-\d{2}-\d{2}(?= · |$)/gm, () => '· DAY').split('\n')).toEqual(lines);
  });
});
