/** What an entry in a client's settings connects to, whoever wrote it. */
import { isRecord, type Json } from '../../obsidian/core/unknowns';
import { startsLectern } from './server-target';

export type Connection =
  | { readonly kind: 'program'; readonly words: readonly string[] }
  /** The token is undefined if the entry does not say it itself; the address is empty if there is none. */
  | { readonly kind: 'server'; readonly address: string; readonly token: string | undefined };

/** @param entry as the client's settings have it */
export function connectionOf(entry: unknown): Connection {
  const { command, args, url, serverUrl, httpUrl, env, ...rest } = isRecord(entry) ? entry : {};
  if (typeof command === 'string') {
    const words = [command, ...(Array.isArray(args) ? args.map(String) : [])];
    return forwarded(words, isRecord(env) ? env : {}) ?? { kind: 'program', words };
  }
  const address = textOf([url, serverUrl, httpUrl].find(value => typeof value === 'string'));
  const headers = rest['headers'] ?? rest['http_headers'];
  const found = Object.entries(isRecord(headers) ? headers : {}).find(([name]) => isAuthorization(name));
  // Codex can take it from its environment.
  const isElsewhere = Object.hasOwn(rest, 'bearer_token_env_var') || Object.hasOwn(rest, 'env_http_headers');
  const token = found === undefined && isElsewhere ? undefined : tokenIn(textOf(found?.[1]));
  return { kind: 'server', address, token };
}

/** The server that `mcp-remote` forwards to; undefined for another program. */
function forwarded(words: readonly string[], env: Readonly<Record<string, unknown>>): Connection | undefined {
  const at = words.findIndex(word => /(?:^|[\\/])mcp-remote(?:@|$)/.test(word));
  const address = words.slice(at + 1).find(word => URL.canParse(word));
  if (at < 0 || address === undefined) return undefined;
  const header = words.find(word => isAuthorization(word.replace(/:[^]*/u, () => ''))) ?? '';
  const text = header
    .slice(header.indexOf(':') + 1)
    .replace(/\$\{(\w+)\}/gu, (all, name: string) => textOf(env[name]) || all);
  return { kind: 'server', address, token: tokenIn(text.trim()) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isAuthorization(name: string): boolean {
  return name.toLowerCase() === 'authorization';
}

/** A client fills in `${…}` itself. */
function tokenIn(authorization: string): string | undefined {
  return authorization.includes('${') ? undefined : authorization.replace(/^bearer /i, () => '');
}

/** What `lectern connect` calls its entries. */
export function isOwnName(name: string): boolean {
  return name === 'lectern' || name.startsWith('lectern-');
}

/** Whether an entry connects to Lectern, as far as can be told: other servers on this computer have `/mcp` too. */
export function isLectern(name: string, connection: Connection): boolean {
  if (connection.kind === 'program') return startsLectern(connection.words);
  const { address, token } = connection;
  const isLocal = /^https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?(?:\/[\w-]+)?\/mcp\/?$/iu.test(
    address,
  );
  return (isLocal && isOwnName(name)) || token?.startsWith('lct_') === true;
}

/** Keys that say what a client connects to. */
const ownKeys: ReadonlySet<string> = new Set([
  'type',
  'command',
  'args',
  'url',
  'serverUrl',
  'httpUrl',
  'headers',
  'env',
]);

/** An entry with what the user added to the one that it replaces. */
export function withAdditions(entry: object, before: unknown): object {
  if (!isRecord(before)) return entry;
  const own: Json = { ...entry };
  const added = Object.entries(before).filter(([key]) => !ownKeys.has(key));
  const env = merged(before['env'], own['env'], 'auth');
  const headers =
    own['headers'] === undefined ? {} : merged(before['headers'], own['headers'], 'authorization');
  const parts = Object.entries({ env, headers }).filter(([, part]) => Object.keys(part).length > 0);
  return { ...own, ...Object.fromEntries([...parts, ...added]) };
}

/** Without an old token of Lectern's. @param name of the one that Lectern sets, in lower case */
function merged(before: unknown, own: unknown, name: string): Json {
  const isOld = (each: string): boolean => each.toLowerCase() === name || each.startsWith('LECTERN_TOKEN');
  const left = Object.entries(isRecord(before) ? before : {}).filter(([each]) => !isOld(each));
  return { ...Object.fromEntries(left), ...(isRecord(own) ? own : {}) };
}
