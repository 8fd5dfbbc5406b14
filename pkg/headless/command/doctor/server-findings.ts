/** Whether a server responds at an address, and accepts a token. */
import { request } from 'node:http';
import { isRecord } from '../../obsidian/core/unknowns';
import { type Finding, good, note, problem } from './finding';

/** Timeout for a response, milliseconds. */
const timeout = 3000;

interface Answer {
  readonly status: number;
  readonly body: string;
}

export interface ServerReport {
  readonly findings: readonly Finding[];
  readonly isRunning: boolean;
}

/** What is known before asking the server. */
export interface Expected {
  /** Whether Obsidian has the vault open; undefined if unknown. */
  readonly isAppOpen: boolean | undefined;
  /** The command that serves the vaults. */
  readonly serving: string;
}

/** @param port of 127.0.0.1 */
export async function checkServer(port: number, expected: Expected): Promise<ServerReport> {
  const answer = await ask(port, { path: '/health', method: 'GET' });
  if (answer === undefined) return { findings: [absence(port, expected)], isRunning: false };
  if (isHealthy(answer)) return { findings: [good(`Lectern answers on port ${port}`)], isRunning: true };
  const text = `Another program uses port ${port}`;
  const next = 'Choose another port: in the settings of Lectern, or with --port.';
  return { findings: [problem(text, next)], isRunning: false };
}

/** What a token is called, and what to do if it is rejected. */
export interface TokenWords {
  readonly whose: string;
  readonly next: string;
}

/** Whether a running server accepts a token; its value is never printed. */
export async function checkToken(port: number, token: string, { whose, next }: TokenWords): Promise<Finding> {
  const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    Authorization: `Bearer ${token}`,
  };
  const answer = await ask(port, { path: '/mcp', method: 'POST', headers }, body);
  if (answer === undefined) return note(`${whose} could not be checked: no answer in time`);
  if (answer.status !== 401) return good(`${whose} is valid`);
  return problem(`${whose} is rejected: it is wrong, expired or revoked`, next);
}

function absence(port: number, { isAppOpen, serving }: Expected): Finding {
  const text = `Nothing answers on port ${port}`;
  if (isAppOpen === true)
    return problem(text, 'Obsidian has the vault open: enable Lectern MCP there, and check its status bar.');
  return note(text, `Open the vault in Obsidian with Lectern enabled, or serve it here: ${serving}`);
}

function isHealthy({ status, body }: Answer): boolean {
  try {
    const value: unknown = JSON.parse(body);
    return status === 200 && isRecord(value) && value['status'] === 'ok';
  } catch {
    return false;
  }
}

/** @returns undefined if nothing responds in time */
function ask(port: number, options: object, body = ''): Promise<Answer | undefined> {
  return new Promise(resolve => {
    const sent = request({ host: '127.0.0.1', port, timeout, ...options }, response => {
      let text = '';
      response.setEncoding('utf8');
      // The first letters are enough; a longer response is from another program.
      response.on('data', (part: string) => (text = `${text}${part}`.slice(0, 10_000)));
      response.on('close', () => resolve({ status: response.statusCode ?? 0, body: text }));
      response.setTimeout(timeout, () => response.destroy());
    });
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => resolve(undefined));
    sent.end(body);
  });
}
