// Links that add Lectern to a client: Cursor (cursor.com/docs/mcp/install-links), VS Code (the redirect of its URL
// handler, code.visualstudio.com/docs/copilot/guides/mcp-developer-guide) and LM Studio (lmstudio.ai/docs/app/mcp/deeplink).
// GitHub takes no links but those of the web, so each goes to the page of the maker that opens the program.

const begin = '<!-- install-links -->';
const end = '<!-- install-links:end -->';

/** A page with the links between its marks. */
export function withInstallLinks(page, serverEntries) {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The page has no place for links: ${begin} … ${end}.`);
  const links = installLinks(serverEntries).map(({ client, link }) => `[${client}](${link})`);
  return `${page.slice(0, from + begin.length)}\n${links.join(' · ')}\n${page.slice(to)}`;
}

/** A link holds no token: VS Code asks for it, elsewhere `YOUR_TOKEN` is in its place. */
function installLinks(serverEntries) {
  const url = 'http://127.0.0.1:27150/mcp';
  const serverOf = (client, token) =>
    serverEntries({ url, token }).find(entry => entry.client === client).server;
  const cursor = base64(serverOf('Cursor', 'YOUR_TOKEN'));
  const input = { type: 'promptString', id: 'lectern-token', description: 'Lectern: token', password: true };
  const code = { inputs: [input], config: serverOf('VS Code', `\${input:${input.id}}`) };
  return [
    { client: 'Cursor', link: address('https://cursor.com/en/install-mcp', { config: cursor }) },
    {
      client: 'VS Code',
      link: address('https://vscode.dev/redirect/mcp/install', {
        inputs: JSON.stringify(code.inputs),
        config: JSON.stringify(code.config),
      }),
    },
    { client: 'LM Studio', link: address('https://lmstudio.ai/install-mcp', { config: cursor }) },
  ];
}

function address(page, values) {
  const query = Object.entries({ name: 'lectern', ...values }).map(
    ([key, value]) => `${key}=${encodeURIComponent(value)}`,
  );
  return `${page}?${query.join('&')}`;
}

function base64(value) {
  return Buffer.from(JSON.stringify(value)).toString('base64');
}
