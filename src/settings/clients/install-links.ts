/**
 * A link that opens a client, which asks whether to add the server; undefined for a client without such links.
 * Cursor: cursor.com/docs/mcp/install-links. VS Code: code.visualstudio.com/docs/copilot/guides/mcp-developer-guide.
 * @param name what it calls the server
 * @param server the entry in the client's settings
 */
export function installLink(client: string, name: string, server: object): string | undefined {
  switch (client) {
    case 'Cursor': {
      const config = encodeURIComponent(base64(JSON.stringify(server)));
      return `cursor://anysphere.cursor-deeplink/mcp/install?name=${name}&config=${config}`;
    }
    case 'VS Code':
      return `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, ...server }))}`;
    default:
      return undefined;
  }
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
