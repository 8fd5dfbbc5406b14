import { RunningLectern } from '../../support/lectern';

const titled = (title: string): string => `---\ntitle: ${title}\n---\n`;
let lectern: RunningLectern;

beforeAll(async () => {
  lectern = await RunningLectern.start({
    files: {
      'Music/DC.md': titled('AC/DC'),
      'Music/Named.md': titled('Named'),
      'Music/Ending.md': titled('Ending.md'),
      'Music/Beginning.md': titled('Begin'),
      'Music/Plain.md': '',
    },
  });
});
afterAll(() => lectern.close());

test.each([
  ['list_notes', { path: 'Music' }],
  ['search', { query: 'path:Music' }],
])('%s shows a title beside the path unless it is the name of the file', async (tool, args) => {
  const client = await lectern.connect();
  const lines = (await client.call(tool, args)).text.split('\n').filter(line => line.startsWith('Music/'));
  // A number of words or a date follows.
  expect(lines.map(line => line.split(/ · (?=\d)/)[0]).sort()).toEqual([
    'Music/Beginning.md · Begin',
    'Music/DC.md · AC/DC',
    'Music/Ending.md',
    'Music/Named.md',
    'Music/Plain.md',
  ]);
});
