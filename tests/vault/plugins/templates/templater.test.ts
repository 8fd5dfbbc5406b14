import type { TFile } from 'obsidian';
import { runTemplater } from '../../../../src/vault/plugins/templates/templater';
import { temporaryVault, type TemporaryVault } from '../../../headless/temporary-vault';

let vault: TemporaryVault;
beforeEach(async () => {
  vault = await temporaryVault({ 'T.md': '<% 1 %>' });
});
afterEach(() => vault.close());

function run(parse: () => unknown): Promise<string> {
  const templater = { create_running_config: () => ({}), read_and_parse_template: parse };
  Reflect.set(vault.host.internals.plugins.plugins, 'templater-obsidian', { templater });
  const file: TFile | null = vault.host.app.vault.getFileByPath('T.md');
  if (file === null) throw new Error('no template');
  const draft = { path: 'New.md', make: () => Promise.resolve(file), whenEnded: () => undefined };
  return runTemplater(vault.host.app, file, draft, 1);
}

test('a template that never ends is given up', async () => {
  await expect(run(() => new Promise(() => undefined))).rejects.toMatchObject({ code: 'budget_exceeded' });
});

test('a template that fails after it was given up troubles nobody', async () => {
  let fail: (error: Error) => void = () => undefined;
  const late = new Promise((_resolve, reject) => (fail = reject));
  await expect(run(() => late)).rejects.toMatchObject({ code: 'budget_exceeded' });
  fail(new Error('late'));
  await new Promise(resolve => setImmediate(resolve));
});
