import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { anchorsIn, fencesIn, linksIn, pages, projectRoot, textOf } from './pages';

const all = pages();
const quotes = all.flatMap(fencesIn).filter(({ info }) => info.includes('#'));

describe('the pages', () => {
  test('quote code as it is in the named file', () => {
    const stale = quotes.filter(({ info, code }) => {
      const file = /^\w+ ([^#]+)#/.exec(info)?.[1];
      return file === undefined || code.trim() === '' || !textOf(file).includes(code);
    });
    expect(stale).toEqual([]);
    expect(quotes.length).toBeGreaterThan(0);
  });

  test('link to files and headings that exist', () => {
    const broken = all.flatMap(linksIn).filter(({ target, anchor }) => {
      if (!existsSync(join(projectRoot, target))) return true;
      return anchor !== undefined && !anchorsIn(textOf(target)).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  test('name only scripts that package.json has', () => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(textOf('package.json')));
    const named = all.flatMap(({ text }) =>
      [...text.matchAll(/npm run ([a-z][a-z:-]*)/g)].map(([, name = '']) => name),
    );
    expect(named.filter(name => scripts[name] === undefined)).toEqual([]);
  });

  test('name only tests that exist in what they have readers run', () => {
    const tests = readdirSync(join(projectRoot, 'tests'), { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.test.ts'))
      .map(file => `tests/${file}`);
    const named = all.flatMap(({ text }) =>
      [...text.matchAll(/npx jest((?: tests\/[\w/.-]+)+)/g)].flatMap(([, paths = '']) =>
        paths.trim().split(' '),
      ),
    );
    expect(named.filter(path => !tests.some(file => file.startsWith(path)))).toEqual([]);
    expect(named.length).toBeGreaterThan(0);
  });

  test('name only paths of the source that exist', () => {
    const missing = all.flatMap(({ path, text }) =>
      [...text.matchAll(/`((?:src|pkg|tests|scripts|examples)\/[\w./-]+)`/g)]
        .map(([, named = '']) => named)
        .filter(named => !existsSync(join(projectRoot, named)))
        .map(named => `${path}: ${named}`),
    );
    expect(missing).toEqual([]);
  });

  test('contain only what their generator produces', () => {
    const prose = all.map(({ path, text }) => ({
      path,
      text: text.replace(/^```[^]*?^```$|`[^`\n]*`/gm, ''),
    }));
    const unknown = prose.filter(({ text }) => /\bundefined\b|\[object Object\]|\bNaN\b/.test(text));
    expect(unknown.map(({ path }) => path)).toEqual([]);
  });

  test('list every decision record', () => {
    const index = textOf('docs/decisions/README.md');
    const records = all.map(({ path }) => path).filter(path => /^docs\/decisions\/\d{4}-/.test(path));
    expect(records.filter(path => !index.includes(`(${path.slice('docs/decisions/'.length)})`))).toEqual([]);
  });
});
