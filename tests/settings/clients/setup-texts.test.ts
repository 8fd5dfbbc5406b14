import { z } from 'zod';
import { setupTexts } from '../../../src/settings/clients/setup-texts';

const url = 'http://127.0.0.1:27150/mcp';
const Authorization = 'Bearer lct_x';
const headers = { Authorization };

const texts = new Map(setupTexts({ url, token: 'lct_x' }).map(setup => [setup.client, setup]));
const object = z.record(z.string(), z.unknown());

/** By the documentation of each client, as it stood in November 2026. */
const files = [
  ['Cursor', 'cursor.com/docs/mcp', '~/.cursor/mcp.json', 'mcpServers', { url, headers }],
  [
    'VS Code',
    'code.visualstudio.com/docs/copilot/reference/mcp-configuration',
    'mcp.json, opened by “MCP: Open User Configuration”',
    'servers',
    { type: 'http', url, headers },
  ],
  [
    'Windsurf',
    'docs.windsurf.com/windsurf/cascade/mcp',
    '~/.codeium/windsurf/mcp_config.json',
    'mcpServers',
    { serverUrl: url, headers },
  ],
  // `url` there is for server-sent events alone.
  [
    'Gemini CLI',
    'geminicli.com/docs/tools/mcp-server',
    '~/.gemini/settings.json',
    'mcpServers',
    { httpUrl: url, headers },
  ],
  ['Zed', 'zed.dev/docs/ai/mcp', '~/.config/zed/settings.json', 'context_servers', { url, headers }],
] as const;

describe('the setup', () => {
  test.each(files)('for %s is as %s says', (client, _page, place, key, server) => {
    const setup = texts.get(client);
    expect(setup?.place).toBe(place);
    expect(object.parse(JSON.parse(setup?.text ?? ''))).toEqual({ [key]: { lectern: server } });
  });

  test('for Claude Code serves every project, as code.claude.com/docs/en/mcp says of its scopes', () => {
    expect(texts.get('Claude Code')?.text).toBe(
      `claude mcp add --transport http --scope user lectern ${url} --header "Authorization: ${Authorization}"`,
    );
  });

  test('opens Cursor as cursor.com/docs/mcp/install-links says', () => {
    const link = new URL(texts.get('Cursor')?.link ?? '');
    expect(link.href).toMatch(/^cursor:\/\/anysphere\.cursor-deeplink\/mcp\/install\?name=lectern&config=/);
    const config = Buffer.from(link.searchParams.get('config') ?? '', 'base64').toString();
    expect(object.parse(JSON.parse(config))).toEqual({ url, headers });
  });

  test('opens VS Code as code.visualstudio.com/docs/copilot/guides/mcp-developer-guide says', () => {
    const [page, query = ''] = texts.get('VS Code')?.link?.split('?') ?? [];
    expect(page).toBe('vscode:mcp/install');
    const server = { name: 'lectern', type: 'http', url, headers };
    expect(object.parse(JSON.parse(decodeURIComponent(query)))).toEqual(server);
  });

  // A key `headers` is ignored there without a word, and `bearer_token` is refused.
  test('for Codex is as developers.openai.com/codex/mcp says', () => {
    expect(texts.get('Codex')?.text.split('\n')).toEqual([
      '[mcp_servers.lectern]',
      `url = "${url}"`,
      `http_headers = { Authorization = "${Authorization}" }`,
    ]);
  });
});
