/** One server of Codex's `config.toml`. A table is put at the end, where it can change nothing above it. */

/**
 * The text with one more table.
 * @param table `[mcp_servers.NAME]` and its lines
 * @returns undefined if the file has the server already, or keeps its servers in another form
 */
export function withTable(text: string, name: string, table: string): string | undefined {
  if (mentionsServer(text, name) || /^[ \t]*mcp_servers[ \t]*[.=]/m.test(text)) return undefined;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = text === '' ? '' : text.endsWith('\n') ? eol : `${eol}${eol}`;
  return `${text}${gap}${table.split('\n').join(eol)}${eol}`;
}

/**
 * The text without a table that `withTable` added at its end.
 * @returns undefined if the text ends with something else
 */
export function withoutTable(text: string, table: string): string | undefined {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const end = `${table.split('\n').join(eol)}${eol}`;
  if (!text.endsWith(end)) return undefined;
  const rest = text.slice(0, -end.length);
  return rest.endsWith(`${eol}${eol}`) ? rest.slice(0, -eol.length) : rest;
}

/** Whether the file has a table for the server. */
export function mentionsServer(text: string, name: string): boolean {
  return serversIn(text).includes(name);
}

/** The names of the servers that have a table. */
export function serversIn(text: string): string[] {
  return text.split('\n').flatMap(line => {
    const header = /^[ \t]*\[[ \t]*mcp_servers[ \t]*\.[ \t]*("[^"]*"|'[^']*'|[\w-]+)/.exec(line)?.[1];
    return header === undefined ? [] : [header.replace(/["']/g, () => '')];
  });
}

/** The arguments of a server's command, where its table has them as `withTable` writes them. */
export function argumentsIn(text: string, name: string): readonly unknown[] {
  const lines = text.split(/\r?\n/);
  const start = lines.indexOf(`[mcp_servers.${name}]`) + 1;
  const end = lines.findIndex((line, index) => index >= start && line.startsWith('['));
  const own = lines.slice(start, end < 0 ? undefined : end);
  try {
    const list: unknown = JSON.parse(
      own.find(line => line.startsWith('args = '))?.slice('args = '.length) ?? '',
    );
    return start > 0 && Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}
