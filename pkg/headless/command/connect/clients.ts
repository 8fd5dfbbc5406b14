/** The clients that `lectern connect` knows, and where each keeps its servers on this computer. */
import { join } from 'node:path';
import type { DeviceContext } from '../command-context';

export type Place = Pick<DeviceContext, 'environment' | 'platform' | 'homeFolder'>;

export interface KnownClient {
  /** As the user types it. */
  readonly name: string;
  readonly otherNames: readonly string[];
  /** As the setup texts name it. */
  readonly title: string;
  readonly keptIn: KeptIn;
  /** What the user does after the client's file has changed. */
  readonly next: string;
}

/** Where a client keeps its servers. */
export type KeptIn =
  | { readonly kind: 'json'; readonly key: string; readonly file: (place: Place) => string }
  | { readonly kind: 'toml'; readonly file: (place: Place) => string }
  /** Only the client itself changes them. */
  | { readonly kind: 'program' };

const restart = (client: string): string => `Restart ${client}.`;

export const knownClients: readonly KnownClient[] = [
  {
    name: 'claude-code',
    otherNames: ['claude'],
    title: 'Claude Code',
    keptIn: { kind: 'program' },
    next: 'Start Claude Code, and check with /mcp.',
  },
  json(['claude-desktop'], 'Claude Desktop', 'mcpServers', place =>
    join(settingsFolder(place), 'Claude', 'claude_desktop_config.json'),
  ),
  json(['cursor'], 'Cursor', 'mcpServers', ({ homeFolder }) => join(homeFolder, '.cursor', 'mcp.json')),
  json(['vs-code', 'vscode', 'code'], 'VS Code', 'servers', place =>
    join(settingsFolder(place), 'Code', 'User', 'mcp.json'),
  ),
  json(['windsurf'], 'Windsurf', 'mcpServers', ({ homeFolder }) =>
    join(homeFolder, '.codeium', 'windsurf', 'mcp_config.json'),
  ),
  json(['gemini-cli', 'gemini'], 'Gemini CLI', 'mcpServers', ({ homeFolder }) =>
    join(homeFolder, '.gemini', 'settings.json'),
  ),
  json(['zed'], 'Zed', 'context_servers', zedFile),
  {
    name: 'codex',
    otherNames: [],
    title: 'Codex',
    next: restart('Codex'),
    keptIn: {
      kind: 'toml',
      file: ({ environment, homeFolder }) =>
        join(given(environment['CODEX_HOME']) ?? join(homeFolder, '.codex'), 'config.toml'),
    },
  },
];

export function clientNamed(name: string): KnownClient | undefined {
  return knownClients.find(client => client.name === name || client.otherNames.includes(name));
}

function json(
  [name, ...otherNames]: readonly [string, ...string[]],
  title: string,
  key: string,
  file: (place: Place) => string,
): KnownClient {
  return { name, otherNames, title, keptIn: { kind: 'json', key, file }, next: restart(title) };
}

/** Where programs with a window keep their settings for the user. */
export function settingsFolder({ environment, platform, homeFolder }: Place): string {
  if (platform === 'darwin') return join(homeFolder, 'Library', 'Application Support');
  if (platform === 'win32') return given(environment['APPDATA']) ?? join(homeFolder, 'AppData', 'Roaming');
  return given(environment['XDG_CONFIG_HOME']) ?? join(homeFolder, '.config');
}

function zedFile(place: Place): string {
  if (place.platform === 'win32') return join(settingsFolder(place), 'Zed', 'settings.json');
  const folder = place.platform === 'darwin' ? join(place.homeFolder, '.config') : settingsFolder(place);
  return join(folder, 'zed', 'settings.json');
}

/** A variable that is set to an empty text counts as not set. */
function given(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}
