/** A Lectern over a vault for the tests of a block, and those who ask it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer, TestClient } from './clients';
import { contentsOf, notesOf } from './files/vault-contents';
import { RunningLectern, type Start, testToken } from './lectern';

/** One who asks with a token. */
export interface Caller {
  readonly call: (tool: string, args?: Record<string, unknown>) => Promise<Answer>;
  /** The fields of the answer alone. */
  readonly ask: (tool: string, args?: Record<string, unknown>) => Promise<Record<string, unknown>>;
}

export interface VaultStart extends Start {
  /** The value of the token with which the vault is asked; one that may do everything unless given. */
  readonly asks?: string;
  /** Whether the metadata of all notes is read before the tests. */
  readonly isSettled?: boolean;
}

export class OpenVault implements Caller {
  private running: RunningLectern | undefined;
  private readonly clients = new Map<string, Promise<TestClient>>();

  constructor(private readonly start: VaultStart) {}

  readonly call: Caller['call'] = (tool, args) => this.as(this.start.asks ?? testToken).call(tool, args);
  readonly ask: Caller['ask'] = async (tool, args) => (await this.call(tool, args)).structured;

  async open(): Promise<void> {
    const { isSettled, ...start } = this.start;
    this.running = await RunningLectern.start(start);
    if (isSettled === true) await this.running.host.metadataSettled();
    await this.client(this.start.asks);
  }

  async close(): Promise<void> {
    await this.running?.close();
    this.running = undefined;
    this.clients.clear();
  }

  get lectern(): RunningLectern {
    if (this.running === undefined) throw new Error('The vault is open only while a test runs.');
    return this.running;
  }

  /** The folder on the disk. */
  get path(): string {
    return this.lectern.folder.path;
  }

  /** A client that stays connected until the vault is closed. */
  client(token = testToken): Promise<TestClient> {
    const known = this.clients.get(token);
    if (known !== undefined) return known;
    const connecting = this.lectern.connect('2026', token);
    this.clients.set(token, connecting);
    return connecting;
  }

  /** Who asks with this token. */
  as(token: string): Caller {
    const call: Caller['call'] = async (tool, args) => (await this.client(token)).call(tool, args);
    return { call, ask: async (tool, args) => (await call(tool, args)).structured };
  }

  readonly text = (path: string): string => readFileSync(join(this.path, path), 'utf8');

  /** Every file by its path, hidden ones included. */
  contents(): Record<string, string> {
    return contentsOf(this.path);
  }

  /** The same without what is Lectern's own and the app's. */
  notes(): Record<string, string> {
    return notesOf(this.path);
  }
}

/** One vault for all tests of the file or the block: of tests that write nothing, or nothing that others look at. */
export function vaultForAll(start: VaultStart): OpenVault {
  const vault = new OpenVault(start);
  beforeAll(() => vault.open(), 60_000);
  afterAll(() => vault.close());
  return vault;
}

/** Such a vault anew for each test. */
export function vaultForEach(start: VaultStart): OpenVault {
  const vault = new OpenVault(start);
  beforeEach(() => vault.open());
  afterEach(() => vault.close());
  return vault;
}

export const narrowToken = 'lct_narrow-token-for-some-folders';

/** A second token, of which these are the rules. */
export function withNarrow(rules: Readonly<Record<string, unknown>>): Pick<Start, 'settings'> {
  return { settings: { tokens: [{ name: 'narrow', value: narrowToken, rights: 'full', ...rules }] } };
}

/** The fields of each page of an answer, one after another. */
export async function pagesOf(
  caller: Pick<Caller, 'ask'>,
  tool: string,
  args: Record<string, unknown>,
): Promise<Record<string, unknown>[]> {
  const pages: Record<string, unknown>[] = [];
  for (let cursor: unknown; pages.length < 1000;) {
    const page = await caller.ask(tool, cursor === undefined ? args : { ...args, cursor });
    pages.push(page);
    cursor = page['nextCursor'];
    if (cursor === undefined) return pages;
  }
  throw new Error(`${tool} has no last page.`);
}
