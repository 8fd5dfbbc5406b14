/** One server of Codex's `config.toml`. A table is put at the end, where it can change nothing above it. */
import { isRecord, type Json } from '../../obsidian/core/unknowns';
import { type Statement, statementsIn, withValue } from './toml-text';

const key = 'mcp_servers';

/**
 * The text with one more table.
 * @param table `[mcp_servers.NAME]` and its lines
 * @returns undefined if the file has the server already, keeps its servers in another form, or is no TOML
 */
export function withTable(text: string, name: string, table: string): string | undefined {
  const statements = statementsIn(text);
  if (statements?.every(takesTables) !== true || mentionsServer(text, name)) return undefined;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = text === '' ? '' : text.endsWith('\n') ? eol : `${eol}${eol}`;
  return `${text}${gap}${table.split('\n').join(eol)}${eol}`;
}

/** Whether the servers can have a table at the end of the file in spite of this statement. */
function takesTables({ path, kind, isTop }: Statement): boolean {
  if (path[0] !== key || kind === 'table') return true;
  return kind === 'value' ? !isTop && path.length > 1 : path.length > 1;
}

/**
 * The text without the table of a server, and a blank line before it.
 * @returns undefined if the server is in another form, or a comment could be lost
 */
export function withoutTable(text: string, name: string): string | undefined {
  const statements = statementsIn(text) ?? [];
  const isOwn = ({ path }: Statement): boolean => path[0] === key && path[1] === name;
  const own = statements.filter(isOwn);
  const at = statements.findIndex(isOwn);
  const [head] = own;
  if (head?.kind !== 'table' || head.path.length !== 2) return undefined;
  if (!statements.slice(at, at + own.length).every(isOwn)) return undefined;
  const lineEnd = text.indexOf('\n', own.at(-1)?.end);
  const end = lineEnd < 0 ? text.length : lineEnd + 1;
  if (own.some((one, index) => text.slice(one.end, own[index + 1]?.start ?? end).trim() !== ''))
    return undefined;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const before = text.slice(0, text.lastIndexOf('\n', head.start - 1) + 1);
  return `${before.endsWith(`${eol}${eol}`) ? before.slice(0, -eol.length) : before}${text.slice(end)}`;
}

/** Whether the file has the server, in any form. */
export function mentionsServer(text: string, name: string): boolean {
  return serversIn(text).some(([each]) => each === name);
}

/** The servers by their names; none if the file is no TOML. */
export function serversIn(text: string): [string, unknown][] {
  const statements = (statementsIn(text) ?? []).filter(({ path }) => path[0] === key);
  const whole = statements.reduce<Json>((table, { path, value }) => withValue(table, path, value), {});
  const servers = whole[key];
  return isRecord(servers) ? Object.entries(servers) : [];
}
