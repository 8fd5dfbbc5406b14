import { Setting, type SettingDefinitionGroup, SettingGroup } from 'obsidian';
import { ToolFailure } from '../../src/errors';
import LecternPlugin from '../../src/main';
import { journalGroup } from '../../src/settings/tab/pages/safety';
import { statusGroup } from '../../src/settings/tab/pages/status';
import type { SettingsTabOptions, TabState } from '../../src/settings/tab/parts';
import { rulesProblem, unreadableRules } from '../../src/settings/tab/folders/folder-rules';
import type { CallRecord } from '../../src/vault/activity/call-record';
import { withPage } from '../headless/page';
import { temporaryVault, type TemporaryVault } from '../headless/temporary-vault';
import { withAppLanguage } from '../support/language';
import { manifest } from '../support/lectern';
import { eventually } from '../support/time/waiting';

withAppLanguage('de');
withPage();

const failure = new ToolFailure('storage_error', 'The journal of changes could not be written.');

let vault: TemporaryVault;
let options: SettingsTabOptions;

beforeAll(async () => {
  vault = await temporaryVault({});
  const { control, instance } = await vault.host.loadPlugin(LecternPlugin, manifest, {
    settings: { port: 0 },
  });
  await control?.started();
  if (!(instance instanceof LecternPlugin)) throw new Error('This is not Lectern.');
  options = instance.lectern.appInterface.tab;
});
afterAll(() => vault.close());

const nothing = (): void => undefined;
const tabWith = (more: Partial<SettingsTabOptions>): TabState => ({
  options: { ...options, ...more },
  ...{ redraw: nothing, redrawFirstPage: nothing, openCards: new Set(), wantsOwnRules: false },
});

function drawRow({ items = [] }: SettingDefinitionGroup, name: string): void {
  const rows = items.flatMap(item => ('render' in item && item.name === name ? [item] : []));
  for (const { render } of rows) render?.(new Setting(document.body), new SettingGroup(document.body));
}

function press(words: string): void {
  const buttons = [...document.querySelectorAll('button')].filter(({ textContent }) => textContent === words);
  buttons.at(-1)?.click();
}

test('a journal that could not be emptied says so in German alone', async () => {
  const journal = {
    usage: () => ({ changes: 0, oldest: undefined }),
    clear: () => Promise.reject(failure),
  };
  drawRow(journalGroup(tabWith({ journal })), 'Änderungsverlauf');
  press('Verlauf löschen');
  press('Verlauf löschen');
  await eventually(() => document.body.textContent.includes('Der Verlauf konnte nicht gelöscht werden.'));
  expect(document.body.textContent).not.toContain(failure.message);
});

test('the last call is named by the title of its tool', () => {
  const lastCall: CallRecord = {
    ...{ time: 0, token: 'test', client: 'Cursor', tool: 'undo_change', effect: 'writes' },
    ...{ outcome: 'ok', milliseconds: 1 },
  };
  const state = { ...options.live.state, lastCall };
  const live = { state, setPaused: nothing, subscribe: () => nothing };
  drawRow(statusGroup(tabWith({ live })), 'Letzter Aufruf');
  expect(document.body.textContent).toContain('Änderung rückgängig machen von test');
});

test.each([
  ['with too many braces', ['{a,b}'.repeat(12)], 'zu aufwendig'],
  ['that are too many', Array.from({ length: 65 }, () => 'a'), 'Höchstens 64'],
])('folder rules %s are refused in German', (_, rules, words) => {
  expect(rulesProblem(rules)).toContain(words);
});

test('other failures while rules are tested are reported in German', () => {
  expect(unreadableRules(new ToolFailure('budget_exceeded', 'Too many steps.'))).toContain('zu aufwendig');
  expect(unreadableRules(new Error('broken'))).toBe('Diese Regeln sind nicht lesbar.');
});
