import { Console } from 'node:console';
import { PassThrough } from 'node:stream';
import { runInThisContext } from 'node:vm';
import { builtProduct } from '../support/built-product';
import { manifest, testToken } from '../support/lectern';
import { RendererAbortSignal } from '../support/renderer/abort';
import { Renderer } from '../support/renderer/renderer';
import { temporaryVault } from '../headless/temporary-vault';

/** Came after Chromium 106, which the oldest installers have that the app still runs on. */
const newer: readonly (readonly [owner: string, members: readonly string[]])[] = [
  ['String.prototype', ['isWellFormed', 'toWellFormed']],
  ['Array.prototype', ['toSorted', 'toReversed', 'toSpliced', 'with']],
  ['Object', ['groupBy']],
  ['Promise', ['withResolvers']],
  ['Array', ['fromAsync']],
  ['Set.prototype', ['union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']],
];

/** Takes members away; what it answers puts them back. */
function without(owner: object, members: readonly string[]): () => void {
  const kept = members.map(name => [name, Object.getOwnPropertyDescriptor(owner, name)] as const);
  for (const name of members) Reflect.deleteProperty(owner, name);
  return () => {
    for (const [name, member] of kept) if (member !== undefined) Object.defineProperty(owner, name, member);
  };
}

/** The names of the plugin's world, which is not that of this test. */
function ownerOf(name: string): object {
  const owner: unknown = runInThisContext(name);
  if (typeof owner === 'function' || (typeof owner === 'object' && owner !== null)) return owner;
  throw new Error(`There is no ${name}.`);
}

test('on an installer that is too old, the plugin says what to do, and leaves nothing running', async () => {
  const written = new PassThrough();
  const renderer = new Renderer(new Console(written, written));
  const vault = await temporaryVault({ 'a.md': 'one' });
  const restore = [
    ...newer.map(([name, members]) => without(ownerOf(name), members)),
    without(RendererAbortSignal, ['any']),
  ];
  try {
    const plugin = renderer.pluginClass(builtProduct().mainFile);
    const overlay = {
      settings: { port: 0 },
      tokens: [{ name: 'test', value: testToken, rights: 'full' as const }],
    };
    const { control, instance } = await vault.host.loadPlugin(plugin, manifest, overlay);
    expect(await control?.started()).toMatchObject({ state: 'off' });
    await instance.onExternalSettingsChange?.();
    instance.onUserEnable();
  } finally {
    for (const put of restore) put();
  }
  expect(vault.host.notices).toEqual([expect.stringContaining('Download the installer from obsidian.md')]);
  expect(vault.host.internals.commands.listCommands()).toEqual([]);
  expect([renderer.pendingTimers, String(written.read() ?? '')]).toEqual([0, '']);
  await vault.close();
});
