import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { anchorsIn, fencesIn, linksIn, pages, projectRoot, textOf } from './pages';
import { catalogues } from '../../src/ui/text/text';
import { tools } from '../../src/tools';
import { serverEntries, setupTexts } from '../../src/settings/clients/setup-texts';
import { anyOfSrc, type Door, doors } from '../architecture/doors';
import { helpText } from '../../pkg/headless/command/help';
import { overlaySchema } from '../../src/settings/schema';

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

const german = new Set(['erste-stunde.md']);
const guidePages = readdirSync(join(projectRoot, 'docs', 'guide'));

/** Words in bold, without code and whole sentences. */
function boldIn(text: string): string[] {
  return [...text.replace(/`[^`]*`/g, () => '').matchAll(/\*\*([^*]+)\*\*/g)]
    .map(([, words = '']) => words)
    .filter(words => !/[.?]$/.test(words));
}

test.each(guidePages)('every bold text in %s is in the interface, word for word', page => {
  const texts = Object.values(catalogues[german.has(page) ? 'de' : 'en']).flatMap(message =>
    typeof message === 'string' ? [message] : [message.one, message.other],
  );
  const known = new Set(
    texts.flatMap(text => [
      text,
      text.replace('{count}', () => '2'),
      text.replace('{client}', () => 'Cursor'),
    ]),
  );
  expect(boldIn(textOf(`docs/guide/${page}`)).filter(words => !known.has(words))).toEqual([]);
});

test('words that are not in the interface would be found', () => {
  expect(boldIn('1. **A recipe.** Press **Undo**, then **Paint it**.')).toEqual(['Undo', 'Paint it']);
});

const rows = textOf('docs/migrating.md')
  .split('\n')
  .filter(line => line.startsWith('|'));

/** Tools that Lectern has nothing for. */
const without = rows
  .filter(line => /\|\s*none\s*\|\s*$/.test(line))
  .flatMap(line => [...line.matchAll(/`(\w+)`/g)].map(([, name = '']) => name));

test('the page on other servers says "none" of no tool that Lectern has by a similar name', () => {
  const shared = (one: string, other: string): number =>
    other.split('_').filter(word => one.split('_').includes(word)).length;
  const similar = without.flatMap(theirs =>
    tools.flatMap(({ name }) =>
      name === theirs || shared(theirs, name) >= 2 ? [{ theirs, ours: name }] : [],
    ),
  );
  expect(rows.length).toBeGreaterThan(20);
  expect(similar).toEqual([]);
});

const url = 'http://127.0.0.1:27150/mcp';
const serverOf = (client: string, token: string): object | undefined =>
  serverEntries({ url, token }).find(entry => entry.client === client)?.server;
const decoded = (text: string | null): unknown =>
  JSON.parse(Buffer.from(text ?? '', 'base64').toString('utf8'));

describe('the links that add Lectern to a client', () => {
  const links = new Map(
    [...textOf('docs/clients.md').matchAll(/\[(Cursor|VS Code|LM Studio)\]\((https:[^)]+)\)/g)].map(
      ([, client = '', link = '']) => [client, new URL(link)],
    ),
  );
  const asked = (client: string): URLSearchParams => links.get(client)?.searchParams ?? new URLSearchParams();

  test.each(['Cursor', 'LM Studio'])('give %s the address, and a placeholder for the token', client => {
    expect(asked(client).get('name')).toBe('lectern');
    expect(decoded(asked(client).get('config'))).toEqual(serverOf('Cursor', 'YOUR_TOKEN'));
  });

  test('let VS Code ask for the token in a hidden input', () => {
    expect(asked('VS Code').get('name')).toBe('lectern');
    const inputs: unknown = JSON.parse(asked('VS Code').get('inputs') ?? '');
    expect(inputs).toEqual([
      expect.objectContaining({ type: 'promptString', id: 'lectern-token', password: true }),
    ]);
    const config: unknown = JSON.parse(asked('VS Code').get('config') ?? '');
    expect(config).toEqual(serverOf('VS Code', '${input:lectern-token}'));
  });

  test('lead to the vendors of the clients, and contain no token', () => {
    const hosts = [...links.values()].map(link => link.hostname).sort();
    expect(hosts).toEqual(['cursor.com', 'lmstudio.ai', 'vscode.dev']);
    const texts = [...links.values()].map(link => decodeURIComponent(link.href));
    expect(texts.filter(text => text.includes('lct_'))).toEqual([]);
  });
});

const nothing = '–';

/** The doors as the page tells them. */
function toldDoors(): Record<string, Door> {
  const rows = textOf('docs/architecture.md')
    .split('\n')
    .filter(line => line.startsWith('|'))
    .map(line => line.split('|').map(cell => cell.trim()))
    .filter(cells => cells.length === 6 && cells[1] !== 'folder' && !/^-+$/.test(cells[1] ?? ''));
  return Object.fromEntries(
    rows.flatMap(([, rooms = '', ...cells]) => names(rooms).map(room => [room, doorOf(cells)])),
  );
}

function doorOf([ours = '', types = '', packages = '']: readonly string[]): Door {
  return {
    ours: ours.startsWith('everything') ? anyOfSrc : names(ours),
    ...(types === nothing ? {} : { types: names(types) }),
    packages: names(packages).map(name => (name === 'Node' ? 'node:' : name)),
  };
}

function names(cell: string): string[] {
  return cell === nothing ? [] : cell.split(', ').map(name => name.replaceAll('`', ''));
}

describe('the page of the architecture', () => {
  test('has the same table of imports between folders as the test', () => {
    const { 'pkg/headless': host, ...rooms } = toldDoors();
    expect(rooms).toEqual(doors);
    expect(host?.ours).toEqual([
      'markdown',
      'settings/clients/setup-texts',
      'settings/schema',
      'utils/near',
      'utils/glob-utils',
      'utils/json',
      'utils/urls',
    ]);
  });
});

const pageOf = (path: string) => ({ path, text: textOf(path) });
const codeIn = (path: string): string[] => fencesIn(pageOf(path)).map(({ code }) => code.trimEnd());

test('README.md is read to the end: it has at most 110 lines', () => {
  expect(textOf('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(110);
});

test('CHANGELOG.md has one line for one thing: at most 80 lines of 180 characters', () => {
  const lines = textOf('CHANGELOG.md').trimEnd().split('\n');
  const over = lines.length - 80;
  if (over > 0)
    throw new Error(`${over} too many: put the new fact into the line of its subject, or merge lines.`);
  expect(lines.filter(line => line.startsWith('-') && line.length > 180)).toEqual([]);
});

describe('the page of clients', () => {
  const { text: page } = pageOf('docs/clients.md');
  const code = codeIn('docs/clients.md');
  const texts = setupTexts({ url: 'http://127.0.0.1:27150/mcp', token: 'YOUR_TOKEN' });

  test.each(texts.map(({ client, place, text }) => ({ client, place, text })))(
    'sets up $client with the product’s own setup text',
    ({ client, place, text }) => {
      expect(page).toContain(`## ${client}\n`);
      expect(code).toContain(text);
      const [, file = '', rest = ''] = /^([^ ,]+)(.*)$/.exec(place) ?? [];
      if (place.includes('/') || place.includes('.')) expect(page).toContain(`In \`${file}\`${rest}:`);
    },
  );
});

describe('the page of the headless host', () => {
  test('has the options of the command as its own help does', () => {
    const told = codeIn('docs/headless.md').flatMap(code => code.split('\n'));
    const options = helpText('lectern')
      .split('\n')
      .filter(line => line.startsWith('  '));
    expect(options.map(line => line.slice(2)).filter(line => !told.includes(line))).toEqual([]);
    expect(options.length).toBeGreaterThan(0);
  });
});

describe('the page of settings', () => {
  const page = { path: 'docs/settings.md', text: textOf('docs/settings.md') };

  test('has an example that the schema takes', () => {
    const examples = fencesIn(page).filter(({ info }) => info === 'json');
    expect(examples.map(({ code }) => overlaySchema.safeParse(JSON.parse(code)).success)).toEqual([true]);
  });
});
