import { Console } from 'node:console';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { z } from 'zod';
import type { LecternControl, Overlay } from '../../src/control';
// The plugin imports it when it starts; a test's time is not for compiling.
import '../../src/compose';
import LecternPlugin from '../../src/main';
import { type Host, type HostOptions, openVault } from '../../pkg/headless/host';
import type { PluginSource } from '../../pkg/headless/plugins/plugin-loader';
import { clients, type Endpoint, type TestClient } from './clients';
import { type Files, installPlugin, VaultFolder } from './files/vault-folder';
import { closing } from './left-open';

const root = join(__dirname, '..', '..');
/** The plugin's own. */
export const manifest = z
  .object({
    id: z.string(),
    name: z.string(),
    version: z.string(),
    minAppVersion: z.string(),
    author: z.string(),
    description: z.string(),
  })
  .parse(JSON.parse(readFileSync(join(root, 'manifest.json'), 'utf8')));

export interface Start {
  readonly files?: Files;
  /** A vault that is there already, instead of a new one. */
  readonly folder?: VaultFolder;
  /** Prepares what plain files cannot say, such as links and pipes, before the vault is opened. */
  readonly prepare?: (folder: VaultFolder) => void;
  /** Of the shape of `data.json`; a full token that lists all tools, and port 0 unless given. */
  readonly settings?: Record<string, unknown>;
  readonly tokens?: Overlay['tokens'];
  /** Who is asked for approval; nobody by default. */
  readonly approver?: Overlay['approver'];
  /** Passes requests on to it; none by default. */
  readonly front?: Overlay['front'];
  /** The plugin's class, or the path of a bundle; the class from src by default. */
  readonly plugin?: PluginSource;
  /** Further options of the host. */
  readonly host?: HostOptions;
  /** Of tests/fixtures/plugins, installed in the vault and loaded. */
  readonly communityPlugins?: readonly string[];
}

const storedTokens = z.array(z.looseObject({}));

/** Tokens of a test list every tool unless they say otherwise, so that hints name the best one. */
function listingAll(settings: Record<string, unknown>): Record<string, unknown> {
  const { success, data = [] } = storedTokens.safeParse(settings['tokens']);
  return success ? { ...settings, tokens: data.map(token => ({ profile: 'all', ...token })) } : settings;
}

export const testToken = 'lct_test-token-with-full-rights';

/** Lectern over a temporary vault in this process, as a client meets it. */
export class RunningLectern implements Endpoint {
  private constructor(
    readonly folder: VaultFolder,
    readonly host: Host,
    readonly url: string,
    /** The plugin's surface for hosts. */
    readonly control: () => LecternControl,
    /** What the plugin and the host wrote to their log. */
    readonly log: () => string,
    private readonly clients: TestClient[],
    readonly close: () => Promise<void>,
  ) {}

  readonly token = testToken;

  static async start({
    files = {},
    folder: given,
    prepare,
    settings = {},
    tokens,
    approver,
    front,
    plugin = LecternPlugin,
    communityPlugins = [],
    host: options = {},
  }: Start = {}): Promise<RunningLectern> {
    const folder = given ?? new VaultFolder(files);
    for (const id of communityPlugins) installPlugin(folder, id);
    prepare?.(folder);
    const stream = new PassThrough();
    const lines: string[] = [];
    stream.on('data', chunk => lines.push(String(chunk)));
    const log = new Console({ stdout: stream, stderr: stream });
    const host = await openVault(folder.path, {
      stateFolder: join(folder.parent, given === undefined ? 'state' : 'other-state'),
      log,
      communityPlugins,
      holdsTexts: true,
      packagesBeside: __filename,
      ...options,
    });
    const connected: TestClient[] = [];
    const close = closing('Lectern', async () => {
      for (const client of connected) await client.close();
      await host.close();
      folder.remove();
    });
    const overlay = {
      settings: listingAll({ port: 0, ...settings }),
      tokens: tokens ?? [
        { name: 'test', value: testToken, rights: 'full' as const, profile: 'all' as const },
      ],
      ...(approver === undefined ? {} : { approver }),
      front,
    };
    const { control } = await host.loadPlugin(plugin, manifest, overlay);
    if (control === undefined) throw new Error('The plugin has no surface for hosts.');
    const status = await control.started();
    if (status.url === undefined) throw new Error(status.problem ?? 'The server did not start.');
    return new RunningLectern(
      folder,
      host,
      status.url,
      () => control,
      () => lines.join(''),
      connected,
      close,
    );
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** A real client of an era, with this token. */
  async connect(era: keyof typeof clients = '2026', token = testToken): Promise<TestClient> {
    const client = await clients[era]({ url: this.url, token });
    this.clients.push(client);
    return client;
  }
}
