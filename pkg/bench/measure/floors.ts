/** The least time that any program needs, measured on this machine in this run. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolResult } from '../product/mcp-client';
import { bundledFile } from '../product/product';
import { ServerProcess } from '../product/server-process';
import { rareWord } from '../vault/planted';
import { timed } from './statistics';

export type FloorServerKind = 'sdk' | 'express' | 'reading' | 'bare';

export function startFloor(kind: FloorServerKind): Promise<ServerProcess> {
  return ServerProcess.start({ words: [bundledFile('floor-server.mjs'), kind] });
}

export interface Serialising {
  /** The structured content alone, milliseconds. */
  readonly structure: number;
  /** The whole message: the structured content and its text, which is JSON again unless it was not. */
  readonly message: number;
}

export function serialising({ structured, text }: ToolResult): Serialising {
  const isJson = text === JSON.stringify(structured);
  const whole = (): string =>
    JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      result: {
        content: [{ type: 'text', text: isJson ? JSON.stringify(structured) : text }],
        structuredContent: structured,
      },
    });
  return { structure: timed(() => JSON.stringify(structured)), message: timed(whole) };
}

/** Paths that the server `reading` reads, or looks for, before each answer. */
export interface HeldFiles {
  readonly read?: readonly string[];
  readonly lookFor?: readonly string[];
}

/** Sets the response of the servers `bare` and `reading`. */
export async function hold(
  { url }: ServerProcess,
  { structured, text }: Pick<ToolResult, 'structured' | 'text'>,
  files: HeldFiles = {},
): Promise<void> {
  const isJson = text === JSON.stringify(structured);
  const body = JSON.stringify({ structured, ...(isJson ? {} : { text }), ...files });
  await fetch(new URL('/hold', url), { method: 'POST', body });
}

/** All note texts of a vault as a search needs them, and the time to read and scan them. */
export class TextFloor {
  /** Reading every note from a warm file cache, milliseconds. */
  readonly reading: number;
  private readonly folded: readonly string[];

  constructor(vault: string) {
    const files = readdirSync(vault, { recursive: true, encoding: 'utf8' })
      .filter(path => path.endsWith('.md'))
      .map(path => join(vault, path));
    let texts: string[] = [];
    this.reading = timed(() => (texts = files.map(file => readFileSync(file, 'utf8'))), 2);
    this.folded = texts.map(text => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase());
  }

  /** Milliseconds to find a word in all texts, without ranking or snippets. */
  scanning(word = rareWord): number {
    const folded = word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    let found = 0;
    return timed(() => {
      found += this.folded.filter(text => text.includes(folded)).length;
      return found;
    });
  }
}
