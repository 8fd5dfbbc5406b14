import { helpText } from '../../pkg/headless/command/help';
import { overlaySchema } from '../../src/settings/schema';
import { setupTexts } from '../../src/settings/clients/setup-texts';
import { fencesIn, textOf } from './pages';

const pageOf = (path: string) => ({ path, text: textOf(path) });
const codeIn = (path: string): string[] => fencesIn(pageOf(path)).map(({ code }) => code.trimEnd());

test.each([
  ['README.md', 110],
  ['CHANGELOG.md', 40],
])('%s is read to the end: it has at most %d lines', (path, most) => {
  expect(textOf(path).trimEnd().split('\n').length).toBeLessThanOrEqual(most);
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
