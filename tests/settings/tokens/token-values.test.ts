import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import LecternPlugin from '../../../src/main';
import { storedToken } from '../../../src/settings/tokens/tokens';
import { TokenValues } from '../../../src/settings/tokens/token-values';
import { AppLectern } from '../../browser/support/app-lectern';
import { temporaryVault } from '../../headless/temporary-vault';
import { withFreePort } from '../../support/free-port';
import { manifest } from '../../support/lectern';

withFreePort();

const token = storedToken('default', 'write', 'lct_a');

function noKeyring(): never {
  throw new Error('encryptString is not available.');
}

describe('the values of tokens', () => {
  test('are kept for the session where secret storage throws', () => {
    const values = new TokenValues({ getSecret: noKeyring, setSecret: noKeyring });
    expect(values.of(token)).toBeUndefined();
    expect(values.keep(token, 'lct_a')).toBe(false);
    expect(values.of(token)).toBe('lct_a');
    values.forget(token);
    expect(values.of(token)).toBeUndefined();
  });

  test('are kept for the session where secret storage accepts them but does not return them', () => {
    const values = new TokenValues({ getSecret: () => null, setSecret: () => undefined });
    expect(values.keep(token, 'lct_a')).toBe(false);
    expect(values.of(token)).toBe('lct_a');
  });
});

test('on a machine without a keyring the server starts, and says that the token is valid until the app ends', async () => {
  const vault = await temporaryVault();
  mkdirSync(join(vault.state, 'secrets.json'), { recursive: true });
  const { control, instance } = await vault.host.loadPlugin(AppLectern, manifest);
  expect(await control?.started()).toMatchObject({ state: 'listening' });
  if (!(instance instanceof LecternPlugin)) throw new Error('This is not Lectern.');
  const { tab } = instance.lectern.appInterface;
  await tab.store.addToken('Cursor', 'write', new Date(0));
  expect(vault.host.notices.join('\n')).toContain('until the app is closed');
  expect(await tab.testConnection(tab.store.firstKnownToken()?.value ?? '')).toMatchObject({
    kind: 'answered',
  });
  await vault.close();
});
