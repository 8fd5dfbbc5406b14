/** Whether a server responds at an address, and accepts a token. */
import { request } from 'node:http';
import { isRecord } from '../../obsidian/core/unknowns';
import { type Finding, good, note, problem } from './finding';

/** Limit for a whole response, milliseconds: a program that sends a byte now and then is never idle. */
const timeout = 3000;

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Where a server listens. */
export interface Listener {
  readonly host: string;
  readonly port: number;
}

/** Where it listens by default, and where it lets programs of this computer in if it listens everywhere. */
export const local = '127.0.0.1';

export interface ServerReport {
  readonly findings: readonly Finding[];
  /** Undefined if no Lectern answers. */
  readonly server: Listener | undefined;
}

/** What is known before asking the server. */
export interface Expected {
  /** Whether Obsidian has the vault open; undefined if unknown. */
  readonly isAppOpen: boolean | undefined;
  /** The command that serves the vaults. */
  readonly serving: string;
}

export async function checkServer(server: Listener, expected: Expected): Promise<ServerReport> {
  const answer = await ask(server, { path: '/health', method: 'GET' });
  // A saved address that this device has not accepted is ignored.
  if (answer === 'none' && server.host !== local) return checkServer({ ...server, host: local }, expected);
  if (answer === 'none') return { findings: [absence(server.port, expected)], server: undefined };
  const place = `port ${server.port}${server.host === local ? '' : ` of ${server.host}`}`;
  if (answer !== 'silence' && isHealthy(answer))
    return { findings: [good(`Lectern answers on ${place}`)], server };
  const other = 'Choose another port: in the settings of Lectern, or with --port.';
  const finding =
    answer === 'silence'
      ? problem(`A program uses ${place} and does not answer`, `If it is Lectern, try again. ${other}`)
      : problem(`Another program uses ${place}`, other);
  return { findings: [finding], server: undefined };
}

/** What a token is called, and what to do if it is rejected. */
export interface TokenWords {
  readonly whose: string;
  readonly next: string;
}

/** Whether a running server accepts a token; its value is never printed. */
export async function checkToken(
  server: Listener,
  token: string,
  { whose, next }: TokenWords,
): Promise<Finding> {
  const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    Authorization: `Bearer ${token}`,
  };
  const answer = await ask(server, { path: '/mcp', method: 'POST', headers }, body);
  if (typeof answer === 'string') return note(`${whose} could not be checked: no answer in time`);
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

/** @returns silence if what listens there does not answer as a web server in time; none if nothing listens */
function ask(server: Listener, options: object, body = ''): Promise<Answer | 'silence' | 'none'> {
  return new Promise(resolve => {
    let isConnected = false;
    const sent = request({ ...server, agent: false, ...options }, response => {
      let text = '';
      response.setEncoding('utf8');
      // The first letters are enough; a longer response is from another program.
      response.on('data', (part: string) => (text = `${text}${part}`.slice(0, 10_000)));
      response.on('close', () => resolve({ status: response.statusCode ?? 0, body: text }));
    });
    sent.on('socket', socket => socket.once('connect', () => (isConnected = true)));
    setTimeout(() => sent.destroy(), timeout).unref();
    sent.on('error', () => resolve(isConnected ? 'silence' : 'none'));
    sent.end(body);
  });
}
