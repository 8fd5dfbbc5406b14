import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withTokenFile } from '../../../pkg/headless/command/token-file';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-token-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function fileWith(text: string): string {
  const file = join(folder, 'token');
  writeFileSync(file, text);
  return file;
}

describe('a token in a file', () => {
  test('is the token of the environment, without the end of its line', () => {
    const file = fileWith('lct_from-a-file\n');
    expect(withTokenFile({ LECTERN_TOKEN_FILE: file })).toEqual({
      LECTERN_TOKEN_FILE: file,
      LECTERN_TOKEN: 'lct_from-a-file',
    });
  });

  test.each([{}, { LECTERN_TOKEN: 'a' }, { LECTERN_TOKEN: 'a', LECTERN_TOKEN_FILE: '' }])(
    'changes nothing where none is named: %j',
    environment => {
      expect(withTokenFile(environment)).toEqual(environment);
    },
  );

  test.each(['', '\n', 'two words', 'two\nlines', 'ünicode'])('is refused when it is %j', text => {
    expect(() => withTokenFile({ LECTERN_TOKEN_FILE: fileWith(text) })).toThrow(/must be one line/);
  });

  test('is refused if the file is missing, or a second token is given', () => {
    const missing = join(folder, 'none');
    expect(() => withTokenFile({ LECTERN_TOKEN_FILE: missing })).toThrow(/cannot be read/);
    expect(() => withTokenFile({ LECTERN_TOKEN: 'a', LECTERN_TOKEN_FILE: missing })).toThrow(/both set/);
  });
});
