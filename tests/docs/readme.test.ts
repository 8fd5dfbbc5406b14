import { usage } from '../../pkg/headless/command/options';
import { overlaySchema } from '../../src/settings/schema';
import { setupTexts } from '../../src/settings/clients/setup-texts';
import { fencesIn, textOf } from './pages';

const readme = { path: 'README.md', text: textOf('README.md') };
const codeInReadme = fencesIn(readme).map(({ code }) => code.trimEnd());

describe('the README', () => {
  const texts = setupTexts({ url: 'http://127.0.0.1:27150/mcp', token: 'YOUR_TOKEN' });

  test.each(texts.map(({ client, place, text }) => ({ client, place, text })))(
    'sets up $client with the text that the product gives',
    ({ client, place, text }) => {
      expect(readme.text).toContain(`### ${client}\n`);
      expect(codeInReadme).toContain(text);
      const [, file = '', rest = ''] = /^([^ ,]+)(.*)$/.exec(place) ?? [];
      if (place.includes('/') || place.includes('.')) expect(readme.text).toContain(`In \`${file}\`${rest}:`);
    },
  );

  test('tells the options of the command as its own help does', () => {
    const told = codeInReadme.flatMap(code => code.split('\n'));
    const options = usage.split('\n').filter(line => line.startsWith('  --') || line.startsWith('      '));
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
