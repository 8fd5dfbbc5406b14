import type { Endpoint } from './setup-texts';

interface DesktopExtensionOptions extends Endpoint {
  readonly version: string;
  /** The program that the extension starts; see pkg/bridge. */
  readonly program: string;
}

/** The oldest date that a ZIP archive can hold: the same files give the same bytes. */
const oldest = new Date(1980, 0, 1);

/**
 * An extension of Claude Desktop (an `.mcpb` archive, manifest version 0.3) that forwards calls to this
 * server. The address and the token can be changed later in Claude Desktop's own settings of the extension.
 */
export async function desktopExtension(options: DesktopExtensionOptions): Promise<Uint8Array> {
  // Loading the package takes 7 ms, so it is loaded on first use.
  const { strToU8, zipSync } = await import('fflate');
  const manifest = JSON.stringify(manifestOf(options), undefined, 2);
  const files = { 'manifest.json': strToU8(manifest), 'server/index.js': strToU8(options.program) };
  return zipSync(files, { mtime: oldest, level: 9 });
}

function manifestOf({ version, url, token, name = 'lectern-mcp' }: DesktopExtensionOptions): object {
  return {
    manifest_version: '0.3',
    name,
    display_name: name === 'lectern-mcp' ? 'Lectern' : name,
    version,
    description: 'Read, search and edit your Obsidian vault.',
    long_description:
      'Connects Claude Desktop to the Lectern plugin in Obsidian on this computer. Obsidian has to run, with Lectern enabled.',
    author: { name: 'The Lectern authors' },
    license: 'MIT',
    server: {
      type: 'node',
      entry_point: 'server/index.js',
      mcp_config: {
        command: 'node',
        args: ['${__dirname}/server/index.js'],
        env: { LECTERN_URL: '${user_config.url}', LECTERN_TOKEN: '${user_config.token}' },
      },
    },
    tools_generated: true,
    prompts_generated: true,
    user_config: {
      url: {
        type: 'string',
        title: 'Address',
        description: 'Where Lectern listens; its settings show it.',
        default: url,
        required: true,
      },
      token: {
        type: 'string',
        title: 'Token',
        description: 'A token from the settings of Lectern, under Connections.',
        default: token,
        sensitive: true,
        required: true,
      },
    },
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: '>=20.0.0' } },
  };
}
