import { readFileSync } from 'node:fs';
import { projectRoot, sourceFiles } from './imports';

/** They run in threads of their own, and tests run them anew for each test file. */
const isOfThread = (file: string): boolean => file.endsWith('-worker.ts');

test('no module has a variable that its functions change: tests share modules', () => {
  const files = ['src', 'pkg/headless', 'pkg/bridge'].flatMap(folder =>
    sourceFiles(`${projectRoot}/${folder}`),
  );
  const changing = files.filter(
    file => !isOfThread(file) && /^(?:export )?(?:let|var) /mu.test(readFileSync(file, 'utf8')),
  );
  expect(files.length).toBeGreaterThan(700);
  expect(changing).toEqual([]);
});
