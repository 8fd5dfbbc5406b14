import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const projectRoot = join(__dirname, '..', '..');

/** A page of Markdown for people. */
export interface Page {
  /** From the project's root. */
  readonly path: string;
  readonly text: string;
}

/** A fenced block of code. */
export interface Fence {
  readonly page: string;
  /** What is behind the backticks. */
  readonly info: string;
  readonly code: string;
}

export function pages(): Page[] {
  const inDocs = readdirSync(join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' }).map(
    name => `docs/${name}`,
  );
  const atRoot = readdirSync(projectRoot);
  return [...atRoot, ...inDocs]
    .filter(path => path.endsWith('.md'))
    .sort()
    .map(path => ({ path, text: textOf(path) }));
}

export function textOf(path: string): string {
  return readFileSync(join(projectRoot, path), 'utf8');
}

export function fencesIn({ path, text }: Page): Fence[] {
  return [...text.matchAll(/^```([^\n]*)\n([^]*?)^```$/gm)].map(([, info = '', code = '']) => ({
    page: path,
    info,
    code,
  }));
}

export interface Link {
  readonly page: string;
  /** The page it leads to, from the project's root. */
  readonly target: string;
  readonly anchor: string | undefined;
}

/** Links to files of the project; those to other sites are left out. */
export function linksIn({ path, text }: Page): Link[] {
  const prose = text.replace(/^```[^]*?^```$/gm, () => '').replace(/`[^`\n]*`/g, () => 'code');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, url = '']) => url)
    .filter(url => !/^[a-z]+:/.test(url))
    .map(url => {
      const [file = '', anchor] = url.split('#');
      return { page: path, target: file === '' ? path : join(dirname(path), file), anchor };
    });
}

/** The anchors of a page's headings, as GitHub makes them. */
export function anchorsIn(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, () => '')
      .replace(/ /g, () => '-'),
  );
}
