import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtProduct } from '../support/process/built-product';
import type { Answer } from '../support/clients';
import { SpawnedLectern } from '../support/process/spawned-lectern';
import { type Files, VaultFolder, writePlugin } from '../support/files/vault-folder';

const fetched = join(__dirname, '..', '..', '.cache', 'plugins');

export interface PluginVault {
  readonly files?: Files;
  /** The plugin's `data.json`. */
  readonly data?: unknown;
  /** The body of the `onload` of a plugin of the test's own, "asker". */
  readonly asker?: string;
  /** Lectern's settings. */
  readonly settings?: Record<string, unknown>;
}

/** The built host over a temporary vault with a real community plugin. */
export class VaultWithPlugin {
  private constructor(
    readonly folder: VaultFolder,
    readonly lectern: SpawnedLectern,
  ) {}

  static async open(
    id: string,
    { files = {}, data, asker = '', settings = {} }: PluginVault = {},
  ): Promise<VaultWithPlugin> {
    const source = join(fetched, id);
    if (!existsSync(source)) throw new Error(`The plugin ${id} is not there: run \`npm run plugins:fetch\`.`);
    const folder = new VaultFolder(files);
    cpSync(source, join(folder.path, '.obsidian', 'plugins', id), { recursive: true });
    if (data !== undefined) folder.write(`.obsidian/plugins/${id}/data.json`, JSON.stringify(data));
    writePlugin(folder, 'asker', asker);
    folder.write('../settings.json', JSON.stringify(settings));
    const laid = join(folder.parent, 'settings.json');
    const options = ['--plugins', `${id},asker`, '--rights', 'full', '--settings', laid];
    const environment = { TZ: process.env['TZ'] ?? 'UTC' };
    const lectern = await SpawnedLectern.start(builtProduct().command, folder, environment, options);
    return new VaultWithPlugin(folder, lectern);
  }

  async call(tool: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
    const { structured } = await this.lectern.client.call(tool, args);
    return structured;
  }

  answer(tool: string, args: Record<string, unknown>): Promise<Answer> {
    return this.lectern.client.call(tool, args);
  }

  text(path: string): string {
    return readFileSync(join(this.folder.path, path), 'utf8');
  }

  has(path: string): boolean {
    return existsSync(join(this.folder.path, path));
  }

  async close(): Promise<void> {
    await this.lectern.kill();
    this.folder.remove();
  }
}
