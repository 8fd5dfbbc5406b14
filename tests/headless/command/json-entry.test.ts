import fc from 'fast-check';
import { entryIn, isReadable, withEntry } from '../../../pkg/headless/command/connect/json-entry';

const path = ['mcpServers', 'lectern'] as const;
const value = { command: 'node', args: ['a b', '--stdio'] };
const own =
  '"lectern": {\n      "command": "node",\n      "args": [\n        "a b",\n        "--stdio"\n      ]\n    }';

/** Whether every byte of a text is in another one, before and after something new. */
function isOneInsertion(text: string, longer: string): boolean {
  let start = 0;
  while (start < text.length && text[start] === longer[start]) start += 1;
  return longer.endsWith(text.slice(start)) && longer.length > text.length;
}

describe('an entry in a client’s JSON file', () => {
  test.each([
    ['nothing', ''],
    ['an empty object', '{}\n'],
    ['no servers', '{\n  "theme": "dark"\n}\n'],
    ['no servers yet', '{\n  "mcpServers": {}\n}\n'],
    ['an empty list with a comment', '{\n  "mcpServers": {\n    // none yet }\n  }\n}\n'],
    ['others', '{\n  "mcpServers": {\n    "a": {"url": "x",}, // mine\n    "b": {}\n  },\n}\n'],
    ['everything in one line', '{"mcpServers": {"a": {"url":"x"}}, "other": [1,  2]}'],
    ['tabs and lines of Windows', '{\r\n\t"mcpServers": {\r\n\t\t"a": {}\r\n\t}\r\n}\r\n'],
    ['a byte order mark', '\ufeff{\n  "mcpServers": { }\n}\n'],
    ['braces in texts', '{ "x": "}{\\"", /* { */ "mcpServers": { "a": { "b": "}" } } }'],
  ])('is put into a file with %s, and taken out again without a byte changed elsewhere', (_what, text) => {
    const after = withEntry(text, path, value) ?? '';
    expect(entryIn(after, path)).toEqual(value);
    const again = withEntry(after, path, undefined) ?? '';
    expect(entryIn(again, path)).toBeUndefined();
    expect(isOneInsertion(text, after)).toBe(true);
    // An empty list of servers may stay.
    if (text.includes('mcpServers'))
      expect(again.replace(/\s+/g, () => '')).toBe(text.replace(/\s+/g, () => ''));
  });

  test('comes first, in the indentation of the file, and keeps comments at their lines', () => {
    expect(withEntry('{\n  "mcpServers": {\n    "a": {"url": "x",}, // mine\n  },\n}\n', path, value)).toBe(
      `{\n  "mcpServers": {\n    ${own},\n    "a": {"url": "x",}, // mine\n  },\n}\n`,
    );
  });

  test('replaces an older one in its place', () => {
    const text = '{\n  "mcpServers": {\n    "a": {},\n    "lectern": {"url": "old"} // ours\n  }\n}\n';
    expect(withEntry(text, path, value)).toBe(
      `{\n  "mcpServers": {\n    "a": {},\n    ${own} // ours\n  }\n}\n`,
    );
  });

  test.each([
    ['no JSON', '{"mcpServers": '],
    ['a list', '[]'],
    ['servers that are no object', '{"mcpServers": []}'],
    ['a key twice, of which the client may take either', '{"mcpServers": {}, "mcpServers": {"lectern": 1}}'],
    ['a comment inside the older entry', '{"mcpServers": {"lectern": {/* why */ "url": "x"}}}'],
  ])('is not put into a file with %s', (_what, text) => {
    expect(withEntry(text, path, value)).toBeUndefined();
  });

  test('is not confused with a file that cannot be read', () => {
    expect([isReadable(''), isReadable('{ // x\n}'), isReadable('{"a"'), isReadable('[]')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test('leaves the values of any other file as they were', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.constantFrom(undefined, 2, '\t'),
        (others, servers, indent) => {
          fc.pre(!JSON.stringify([others, servers]).includes('__proto__'));
          const text = JSON.stringify({ ...others, mcpServers: servers }, undefined, indent);
          const expected = { ...others, mcpServers: { ...servers, lectern: value } };
          const after: unknown = JSON.parse(withEntry(text, path, value) ?? '');
          expect(after).toEqual(JSON.parse(JSON.stringify(expected)));
        },
      ),
      { numRuns: 300 },
    );
  });
});
