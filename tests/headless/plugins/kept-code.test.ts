import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { evaluatePlugin } from '../../../pkg/headless/plugins/plugin-code';

test('compiled code that cannot be kept is logged, and ends nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-'));
  const logged = jest.spyOn(console, 'error').mockReturnValue();
  try {
    const file = join(folder, 'main.js');
    writeFileSync(file, 'module.exports = class {};');
    writeFileSync(join(folder, 'taken'), 'A file where the folder should be.');
    const code = evaluatePlugin(file, join(folder, 'taken', 'code'), console);
    expect(() => code.keepCompiled()).not.toThrow();
    expect(logged.mock.calls).toEqual([[expect.stringContaining('could not be kept')]]);
  } finally {
    logged.mockRestore();
    rmSync(folder, { recursive: true, force: true });
  }
});
