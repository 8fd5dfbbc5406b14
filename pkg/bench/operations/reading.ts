import { expected, type Operation, recordsOf } from './operation';

export const reading: readonly Operation[] = [
  {
    name: 'read_note',
    tool: 'read_note',
    limit: 'note',
    args: ({ truth }) => ({ path: truth.sample.path, withLineNumbers: false }),
    wrong: ({ structured }, { truth }) => expected('content', structured['content'], truth.sample.text),
  },
  {
    name: 'read_note by name, numbered lines',
    tool: 'read_note',
    args: ({ truth }) => ({ path: truth.sample.path.slice(0, -'.md'.length), startLine: 1, endLine: 1 }),
    wrong: ({ structured }, { truth }) =>
      expected('content', structured['content'], `1→${truth.sample.text.split('\n')[0] ?? ''}`),
  },
  {
    name: 'read_note, a cut from 400 kB',
    tool: 'read_note',
    args: () => ({ path: 'Library/Long read 1.md' }),
    wrong: ({ structured }) => expected('truncated', structured['truncated'], true),
  },
  {
    name: 'read_note as JSON, with backlinks',
    tool: 'read_note',
    args: ({ truth }) => ({ path: truth.hub.path, format: 'json' }),
    wrong: ({ structured }, { truth }) =>
      expected('backlinkCount', structured['backlinkCount'], truth.hub.sources.length),
  },
  {
    name: 'read_notes, twenty',
    tool: 'read_notes',
    args: ({ truth }) => ({ paths: truth.folder.notes.slice(0, 20), withLineNumbers: false }),
    wrong: ({ structured }, { truth }) =>
      expected('first content', recordsOf(structured['notes'])[0]?.['content'], truth.sample.text),
  },
  {
    name: 'get_context of a note',
    tool: 'get_context',
    args: ({ truth }) => ({ path: truth.sample.path }),
    wrong: ({ structured }, { truth }) => expected('path', structured['path'], truth.sample.path),
  },
  {
    name: 'get_context of a hub',
    tool: 'get_context',
    args: ({ truth }) => ({ path: truth.hub.path }),
    wrong: ({ structured }, { truth }) => expected('path', structured['path'], truth.hub.path),
  },
  {
    name: 'suggest_links for a note',
    tool: 'suggest_links',
    args: ({ truth }) => ({ path: truth.sample.path }),
    wrong: ({ structured }, { truth }) => expected('path', structured['path'], truth.sample.path),
  },
  {
    name: 'get_outline',
    tool: 'get_outline',
    args: ({ truth }) => ({ path: truth.scratch[0]?.path }),
    wrong: ({ structured }) =>
      expected(
        'headings',
        recordsOf(structured['headings']).map(({ heading }) => heading),
        ['Append', 'Log', 'End'],
      ),
  },
];
