/** A program that speaks MCP over standard input and output, with a real client of an era at its other end. */
import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as LegacyStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { closing } from '../left-open';

export interface Program {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const info = { name: 'lectern-tests', version: '1.0.0' };

export interface BridgedClient {
  readonly client: LegacyClient | ModernClient;
  readonly version: () => string | undefined;
  readonly pid: () => number | null;
  /** What the program wrote to its standard error stream. */
  readonly complaints: () => string;
}

const closings: (() => Promise<void>)[] = [];

/** Ends every program that a test started, also where it failed. */
export async function closeBridged(): Promise<void> {
  for (const close of closings.splice(0)) await close();
}

export async function bridgedClient(era: '2025' | '2026', { args, env }: Program): Promise<BridgedClient> {
  const start = {
    command: process.execPath,
    args: [...args],
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stderr: 'pipe' as const,
  };
  let complaints = '';
  if (era === '2025') {
    const client = new LegacyClient(info);
    closings.push(closing('The bridge', () => client.close()));
    const transport = new LegacyStdio(start);
    transport.stderr?.on('data', data => (complaints += String(data)));
    await client.connect(transport);
    return { client, version: () => '2025', pid: () => transport.pid, complaints: () => complaints };
  }
  const client = new ModernClient(info, { versionNegotiation: { mode: 'auto' } });
  closings.push(closing('The bridge', () => client.close()));
  const transport = new ModernStdio(start);
  transport.stderr?.on('data', data => (complaints += String(data)));
  await client.connect(transport);
  return {
    client,
    version: () => client.getNegotiatedProtocolVersion(),
    pid: () => transport.pid,
    complaints: () => complaints,
  };
}
