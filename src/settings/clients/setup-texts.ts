import type { SetupText } from '../../control';

/** Where to connect and with what. */
export interface Endpoint {
  /** `http://127.0.0.1:27150/mcp` */
  readonly url: string;
  /** The token's value; a placeholder where this device does not know it. */
  readonly token: string;
}

const serverName = 'lectern';

/**
 * Text to paste for each common client, in the format that its documentation gives (tests/settings/clients/setup-texts.test.ts
 * names the pages), and in the place that serves the whole user: a vault belongs to no project of code, and a project's
 * file, with the token in it, is easily published.
 */
export function setupTexts(endpoint: Endpoint): readonly SetupText[] {
  const { url, token } = endpoint;
  const authorization = `Bearer ${token}`;
  return [
    {
      client: 'Claude Code',
      place: 'Run in a terminal',
      language: 'sh',
      text: `claude mcp add --transport http --scope user ${serverName} ${url} --header "Authorization: ${authorization}"`,
    },
    {
      client: 'Claude Desktop',
      place: 'claude_desktop_config.json',
      language: 'json',
      text: claudeDesktop(endpoint),
    },
    ...filesWithJson(url, authorization),
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

/** Clients that take an address and a header, each under keys of its own. */
function filesWithJson(url: string, authorization: string): SetupText[] {
  const headers = { Authorization: authorization };
  const files = [
    ['Cursor', '~/.cursor/mcp.json', 'mcpServers', { url, headers }],
    [
      'VS Code',
      'mcp.json, opened by “MCP: Open User Configuration”',
      'servers',
      { type: 'http', url, headers },
    ],
    ['Windsurf', '~/.codeium/windsurf/mcp_config.json', 'mcpServers', { serverUrl: url, headers }],
    ['Gemini CLI', '~/.gemini/settings.json', 'mcpServers', { httpUrl: url, headers }],
    ['Zed', '~/.config/zed/settings.json', 'context_servers', { url, headers }],
  ] as const;
  return files.map(([client, place, key, server]) => ({
    client,
    place,
    language: 'json',
    text: json({ [key]: { [serverName]: server } }),
  }));
}

/** Claude Desktop starts programs only, so mcp-remote carries its calls. */
function claudeDesktop({ url, token }: Endpoint): string {
  return json({
    mcpServers: {
      [serverName]: {
        command: 'npx',
        // No space after the colon: Windows splits the argument there.
        args: ['-y', 'mcp-remote', url, '--header', 'Authorization:${AUTH}'],
        env: { AUTH: `Bearer ${token}` },
      },
    },
  });
}

function json(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}
