import moment from 'moment';
import '../../pkg/headless/all-locales';
import { applyLocale, localeOptions } from '../../pkg/headless/locale';
import { temporaryVault, type TemporaryVault } from './temporary-vault';

let vault: TemporaryVault | undefined;
afterEach(async () => {
  moment.updateLocale('de', { week: { dow: 1, doy: 4 } });
  moment.updateLocale('en', { week: { dow: 0, doy: 6 } });
  moment.locale('en');
  await vault?.close();
});

async function apply(
  environment: Record<string, string>,
  plugins: Record<string, unknown> = {},
): Promise<void> {
  const files = Object.entries(plugins).map(([id, data]): [string, string] => [
    `.obsidian/plugins/${id}/data.json`,
    JSON.stringify(data),
  ]);
  vault = await temporaryVault({
    ...Object.fromEntries(files),
    '.obsidian/community-plugins.json': JSON.stringify(Object.keys(plugins)),
  });
  await applyLocale(localeOptions(vault.host.internals.vault, environment));
}

/** A Sunday. */
const shown = (): string => moment('2027-01-03').format('gggg-[W]ww dddd');

test.each([
  [{}, '2027-W02 Sunday'],
  [{ LANG: 'C.UTF-8' }, '2027-W02 Sunday'],
  [{ LANG: 'en_US.UTF-8' }, '2027-W02 Sunday'],
  [{ LANG: 'de_DE.UTF-8@euro' }, '2026-W53 Sonntag'],
  [{ LANG: 'de_DE.UTF-8', LC_ALL: 'fr_FR' }, '2026-W53 dimanche'],
  [{ LANG: 'de_DE', LC_TIME: 'en_GB.UTF-8', LC_ALL: '' }, '2026-W53 Sunday'],
  [{ LANG: 'pt_BR' }, '2027-W02 domingo'],
  [{ LANG: 'xx_YY' }, '2027-W02 Sunday'],
  [{ LANG: '../../../x' }, '2027-W02 Sunday'],
])('the environment %j makes it %s', async (environment: Record<string, string>, expected) => {
  await apply(environment);
  expect(shown()).toBe(expected);
});

test.each([
  [{ calendar: { weekStart: 'monday', localeOverride: 'system-default' } }, '2027-W01 Sunday'],
  [{ calendar: { weekStart: 'locale', localeOverride: 'de' } }, '2026-W53 Sonntag'],
  [{ calendar: { weekStart: 'sunday', localeOverride: 'de' } }, '2027-W01 Sonntag'],
  [
    { 'periodic-notes': { weekStart: 'locale', localeOverride: 'de' }, calendar: { localeOverride: 'fr' } },
    '2026-W53 Sonntag',
  ],
  [{ calendar: { weekStart: 'someday', localeOverride: '../x' } }, '2027-W02 Sunday'],
  [{ calendar: { weekStart: 1, localeOverride: null } }, '2027-W02 Sunday'],
])('plugins of the vault make it, by %j, %s', async (plugins, expected) => {
  await apply({ LANG: 'C' }, plugins);
  expect(shown()).toBe(expected);
});
