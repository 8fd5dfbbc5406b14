/** Reads a token from a file, as container platforms provide secrets. */
import { readFileSync, statSync } from 'node:fs';
import { messageOf } from '../obsidian/core/unknowns';
import { Misuse } from './command-context';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment with `LECTERN_TOKEN` from the file that `LECTERN_TOKEN_FILE` names, without the line end.
 * @throws Misuse if the file has no token, or both variables are set
 */
export function withTokenFile(environment: Environment): Environment {
  const file = environment['LECTERN_TOKEN_FILE'];
  if (file === undefined || file === '') return environment;
  if ((environment['LECTERN_TOKEN'] ?? '') !== '')
    throw new Misuse('LECTERN_TOKEN and LECTERN_TOKEN_FILE are both set; set only one.');
  const value = textOf(file).trim();
  if (!/^[!-~]{1,512}$/.test(value))
    throw new Misuse(
      `The token in ${file} must be one line of at most 512 printable characters without spaces.`,
    );
  return { ...environment, LECTERN_TOKEN: value };
}

/**
 * One sentence for each file with values of tokens that other accounts may read. Container platforms mount what lies
 * in /run/secrets for one container, and readable for all in it.
 */
export function openFileWarnings(settingsFile: string | undefined, environment: Environment): string[] {
  const tokenFile = environment['LECTERN_TOKEN_FILE'] ?? '';
  const files = [
    ...(settingsFile !== undefined && /"value"\s*:/u.test(textOf(settingsFile)) ? [settingsFile] : []),
    ...(tokenFile === '' || tokenFile.startsWith('/run/secrets/') ? [] : [tokenFile]),
  ];
  return files
    .filter(isOpen)
    .map(file => `Warning: other accounts can read ${file}, which contains a token. Run chmod 600 on it.`);
}

/** Windows keeps no such rights. */
function isOpen(file: string): boolean {
  return process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Misuse(`The token in ${file} cannot be read: ${messageOf(error)}`);
  }
}
