import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const frontmatterShape = z.record(z.string(), z.unknown());

export type Frontmatter = z.infer<typeof frontmatterShape>;

export interface FoundLink {
  source: string;
  /** Path and subpath as written, without display text; percent-decoded for Markdown links. */
  target: string;
}

/** Vault paths of every file below `root`, with `/` between their parts. */
export function filesBelow(root: string, folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap(entry => {
    const path = posix.join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(root, path) : [path];
  });
}

export function textOf(root: string, path: string): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(join(root, path)));
}

/** The YAML between the fences, or undefined where the note has none; throws where it does not parse. */
export function frontmatterOf(text: string): Frontmatter | undefined {
  const source = /^---\r?\n([\s\S]*?)\r?\n---(?:\r?\n|$)/.exec(text)?.[1];
  return source === undefined ? undefined : frontmatterShape.parse(parse(source));
}

/** The text with fenced, indented and inline code blanked, so that what only looks like a link is gone. */
export function withoutCode(text: string): string {
  return text
    .replace(/^(```|~~~)[\s\S]*?^\1/gm, '')
    .replace(/^ {4}(?![-*] ).*$/gm, '')
    .replace(/`[^`\n]*`/g, '');
}

/** Every wikilink, embed and local Markdown link of one note, its properties included. */
export function linksOf(source: string, text: string): FoundLink[] {
  const prose = withoutCode(text);
  const wiki = [...prose.matchAll(/\[\[([^\n]+?)\]\]/g)].map(match => match[1]?.split(/\\?\|/)[0] ?? '');
  const markdown = [...prose.matchAll(/\]\((?:<([^>\n]+)>|([^)\s]+))\)/g)]
    .map(match => match[1] ?? decodeURIComponent(match[2] ?? ''))
    .filter(target => !target.startsWith('https://'));
  return [...wiki, ...markdown].map(target => ({ source, target }));
}

/** The path a link leads to, by the rules the notes rely on: relative, whole path, or the end of a path. */
export function resolveLink(files: readonly string[], { source, target }: FoundLink): string | undefined {
  const linkpath = target.split('#')[0] ?? '';
  if (linkpath === '') return source;
  const beside = posix.join(posix.dirname(source), linkpath);
  const wanted = linkpath.startsWith('.') ? beside : linkpath;
  const isNamed = (path: string, name: string): boolean => path === name || path === `${name}.md`;
  const ends = (path: string): boolean => path.endsWith(`/${wanted}`) || path.endsWith(`/${wanted}.md`);
  return (
    files.find(path => isNamed(path, wanted)) ?? files.find(path => isNamed(path, beside)) ?? files.find(ends)
  );
}

/** Whether a note has the heading or block that a link's subpath names. */
export function hasSubpath(text: string, target: string): boolean {
  const parts = target.split('#').slice(1);
  const lines = withoutCode(text).split(/\r?\n/);
  return parts.every(part =>
    part.startsWith('^')
      ? lines.some(line => line === part || line.endsWith(` ${part}`))
      : lines.some((line, index) => {
          const setext = /^-+$/.test(lines[index + 1] ?? '') && line === part;
          return setext || line.replace(/^#+ /, '') === part;
        }),
  );
}
