import type { SetupText } from '../control';

/** Where to connect and with what. */
export interface Endpoint {
  /** `http://127.0.0.1:27150/mcp` */
  readonly url: string;
  /** The token's value; a placeholder where this device does not know it. */
  readonly token: string;
}

const serverName = 'lectern';

/** Text to paste for each common client, in the format that its documentation gives. */
export function setupTexts(endpoint: Endpoint): readonly SetupText[] {
  const { url, token } = endpoint;
  const authorization = `Bearer ${token}`;
  const withHeader = { url, headers: { Authorization: authorization } };
  return [
    {
      client: 'Claude Code',
      place: 'Run in a terminal',
      language: 'sh',
      text: `claude mcp add --transport http ${serverName} ${url} --header "Authorization: ${authorization}"`,
    },
    {
      client: 'Claude Desktop',
      place: 'claude_desktop_config.json',
      language: 'json',
      text: claudeDesktop(endpoint),
    },
    {
      client: 'Cursor',
      place: '.cursor/mcp.json',
      language: 'json',
      text: json({ mcpServers: { [serverName]: withHeader } }),
    },
    {
      client: 'VS Code',
      place: '.vscode/mcp.json',
      language: 'json',
      text: json({ servers: { [serverName]: { type: 'http', ...withHeader } } }),
    },
    {
      client: 'Codex',
      place: '~/.codex/config.toml',
      language: 'toml',
      text: `[mcp_servers.${serverName}]\nurl = "${url}"\nhttp_headers = { Authorization = "${authorization}" }`,
    },
    {
      client: 'Windsurf',
      place: '~/.codeium/windsurf/mcp_config.json',
      language: 'json',
      text: json({ mcpServers: { [serverName]: { serverUrl: url, headers: { Authorization: authorization } } } }),
    },
    {
      client: 'Zed',
      place: '~/.config/zed/settings.json',
      language: 'json',
      text: json({ context_servers: { [serverName]: withHeader } }),
    },
    {
      client: 'Another client',
      place: 'Address and header',
      language: 'text',
      text: `${url}\nAuthorization: ${authorization}`,
    },
  ];
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
