import type { SetupText, ToolProfile } from '../../control';

/**
 * A link that opens a client, which asks whether to add the server; undefined for a client without such links.
 * Cursor: cursor.com/docs/mcp/install-links. LM Studio: lmstudio.ai/docs/app/mcp/deeplink.
 * VS Code: code.visualstudio.com/docs/copilot/guides/mcp-developer-guide.
 * @param name what it calls the server
 * @param server the entry in the client's settings
 */
function installLink(client: string, name: string, server: object): string | undefined {
  switch (client) {
    case 'Cursor':
    case 'LM Studio': {
      const page =
        client === 'Cursor' ? 'cursor://anysphere.cursor-deeplink/mcp/install' : 'lmstudio://add_mcp';
      const config = btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(server))));
      return `${page}?name=${name}&config=${encodeURIComponent(config)}`;
    }
    case 'VS Code':
      return `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, ...server }))}`;
    default:
      return undefined;
  }
}

export interface Endpoint {
  /** `http://127.0.0.1:27150/mcp` */
  readonly url: string;
  /** The token's value; a placeholder if this device does not know it. */
  readonly token: string;
  /** What the client calls the server; `lectern` unless given. */
  readonly name?: string | undefined;
}

/**
 * Setup text for each common client, in the format of its documentation
 * (tests/settings/tokens-and-trust.test.ts names the pages). It goes into the client's user-wide settings:
 * a vault belongs to no code project, and a project's file with the token is easily published.
 */
export function setupTexts(endpoint: Endpoint): readonly SetupText[] {
  const { url, token, name: serverName = 'lectern' } = endpoint;
  const authorization = `Bearer ${token}`;
  return [
    {
      client: 'Claude Code',
      place: 'Run in a terminal',
      language: 'sh',
      text: `claude mcp add --transport http --scope user ${serverName} ${url} --header "Authorization: ${authorization}"`,
    },
    ...serverEntries(endpoint).map(({ client, place, key, server }) => {
      const link = installLink(client, serverName, server);
      return {
        client,
        place,
        language: 'json' as const,
        text: JSON.stringify({ [key]: { [serverName]: server } }, undefined, 2),
        ...(link === undefined ? {} : { link }),
      };
    }),
    {
      client: 'Codex',
      place: '~/.codex/config.toml',
      language: 'toml',
      text: `[mcp_servers.${serverName}]\nurl = "${url}"\nhttp_headers = { Authorization = "${authorization}" }`,
    },
    {
      client: 'Another client',
      place: 'Address and header',
      language: 'text',
      text: `${url}\nAuthorization: ${authorization}`,
    },
  ];
}

/**
 * What a client calls the server of one of several vaults, such as `lectern-work`. Clients take few characters in
 * such a name: letters lose their accents, the rest becomes hyphens.
 */
export function serverNameFor(vault: string): string {
  const plain = vault
    .normalize('NFKD')
    .replace(/\p{M}/gu, () => '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, () => '-');
  const safe = plain.slice(0, 40).replace(/^-|-$/g, () => '');
  return `lectern-${safe === '' ? 'vault' : safe}`;
}

/** How many tools a client is best shown: one that loads them on demand pays only for those that it uses. */
export function profileFor(client: string): ToolProfile {
  return client === 'Claude Code' ? 'all' : 'core';
}

interface ServerEntry {
  readonly client: string;
  /** Where the settings are, as text for the user. */
  readonly place: string;
  /** The key below which the client lists its servers by name. */
  readonly key: string;
  readonly server: object;
}

/** The entries of the clients that keep their servers in a JSON file. */
export function serverEntries(endpoint: Endpoint): readonly ServerEntry[] {
  const { url, token } = endpoint;
  const headers = { Authorization: `Bearer ${token}` };
  const entries = [
    ['Claude Desktop', 'claude_desktop_config.json', 'mcpServers', remoteProgram(endpoint)],
    ['Cursor', '~/.cursor/mcp.json', 'mcpServers', { url, headers }],
    [
      'VS Code',
      'mcp.json, opened by “MCP: Open User Configuration”',
      'servers',
      { type: 'http', url, headers },
    ],
    ['LM Studio', '~/.lmstudio/mcp.json', 'mcpServers', { url, headers }],
    ['Windsurf', '~/.codeium/windsurf/mcp_config.json', 'mcpServers', { serverUrl: url, headers }],
    ['Gemini CLI', '~/.gemini/settings.json', 'mcpServers', { httpUrl: url, headers }],
    ['Zed', '~/.config/zed/settings.json', 'context_servers', { url, headers }],
  ] as const;
  return entries.map(([client, place, key, server]) => ({ client, place, key, server }));
}

/** Claude Desktop only starts programs, so mcp-remote forwards its calls. */
function remoteProgram({ url, token }: Endpoint): object {
  return {
    command: 'npx',
    // No space after the colon: Windows splits the argument there.
    args: ['-y', 'mcp-remote', url, '--header', 'Authorization:${AUTH}'],
    env: { AUTH: `Bearer ${token}` },
  };
}
