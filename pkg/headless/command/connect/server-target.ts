/** What a client connects to: a running server, or a program that the client starts. */
import { dirname, join } from 'node:path';
import { serverEntries } from '../../../../src/settings/clients/setup-texts';
import { readManifest } from '../../plugins/manifest';
import type { DeviceContext } from '../command-context';

export type ServerTarget =
  | { readonly kind: 'server'; readonly url: string; readonly token: string }
  | { readonly kind: 'program'; readonly command: string; readonly args: readonly string[] };

const packageName = 'lectern-mcp';

/** Placeholder for a token that is not known, or not shown. */
export const placeholder = 'YOUR_TOKEN';

/** Safe to print. */
export function withoutToken(target: ServerTarget): ServerTarget {
  return target.kind === 'server' ? { ...target, token: placeholder } : target;
}

/**
 * The program that serves a vault over standard input and output. In npx's cache, which is sometimes emptied, it is named
 * by package and version; elsewhere by full paths, since desktop programs often do not find `node`.
 */
export function programFor(
  { mainFile, nodeProgram, platform }: Pick<DeviceContext, 'mainFile' | 'nodeProgram' | 'platform'>,
  words: readonly string[],
): ServerTarget {
  const folder = dirname(mainFile);
  if (!/[\\/]_npx[\\/]/.test(folder)) {
    const args = [join(folder, 'dist', 'lectern.mjs'), ...words, '--stdio'];
    return { kind: 'program', command: nodeProgram, args };
  }
  const npx = ['npx', '-y', `${packageName}@${readManifest(folder).version}`, ...words, '--stdio'];
  // On Windows npx is a script, which only a shell can start.
  const [command = '', ...args] = platform === 'win32' ? ['cmd', '/c', ...npx] : npx;
  return { kind: 'program', command, args };
}

/** Whether a command with its arguments starts Lectern, as `programFor` or a user by hand writes it. */
export function startsLectern([program = '', ...words]: readonly string[]): boolean {
  return /(?:^|[\\/])lectern(?:-mcp)?(?:\.cmd)?$/i.test(program) || [program, ...words].some(isOwnProgram);
}

export function isOwnProgram(word: string): boolean {
  return /(?:^|[\\/])lectern\.mjs$|^lectern-mcp(?:@|$)/.test(word);
}

/** The target in the JSON settings of a client. */
export function jsonEntry(title: string, target: ServerTarget): object {
  if (target.kind === 'server') {
    const entry = serverEntries(target).find(({ client }) => client === title);
    if (entry === undefined) throw new Error(`${title} does not keep its servers in a JSON file.`);
    return entry.server;
  }
  const { command, args } = target;
  return title === 'VS Code' ? { type: 'stdio', command, args } : { command, args };
}

/** A table of Codex's `config.toml`. */
export function tomlTable(name: string, target: ServerTarget): string {
  const head = `[mcp_servers.${name}]`;
  if (target.kind === 'server')
    return `${head}\nurl = ${quoted(target.url)}\nhttp_headers = { Authorization = ${quoted(`Bearer ${target.token}`)} }`;
  return `${head}\ncommand = ${quoted(target.command)}\nargs = [${target.args.map(quoted).join(', ')}]`;
}

/** The arguments of `claude mcp add`. */
export function claudeCodeWords(name: string, target: ServerTarget): string[] {
  const head = ['claude', 'mcp', 'add'];
  const scope = ['--scope', 'user'];
  if (target.kind === 'server')
    return [
      ...head,
      '--transport',
      'http',
      ...scope,
      name,
      target.url,
      '--header',
      `Authorization: Bearer ${target.token}`,
    ];
  return [...head, ...scope, name, '--', target.command, ...target.args];
}

/** A basic string of TOML: its escapes are those of JSON except for the slash, which JSON.stringify leaves alone. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(/\u007f/g, () => '\\u007f');
}
