/**
 * What the finding tools must answer, worked out in the plainest way from the files themselves and from the words of
 * the tools' contract. It shares no code with the product, and knows only what `notes.ts` beside it writes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

export interface ReferenceLink {
  readonly source: string;
  readonly line: number;
  /** Its words without heading and shown text. */
  readonly name: string;
  readonly target: string | undefined;
}

export class Reference {
  /** Of each note, by its path. */
  readonly texts: ReadonlyMap<string, string>;

  constructor(folder: string) {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && entry.name.endsWith('.md'))
      .map(entry => join(entry.parentPath, entry.name))
      .filter(path => !relative(folder, path).startsWith('.'));
    this.texts = new Map(
      files.map(path => [relative(folder, path).split(sep).join('/'), readFileSync(path, 'utf8')]),
    );
  }

  get paths(): string[] {
    return [...this.texts.keys()].sort();
  }

  /** Notes whose name or text passes a test, sorted. */
  where(test: (folded: string) => boolean): string[] {
    return this.paths.filter(path => test(fold(nameOf(path))) || test(fold(this.text(path))));
  }

  /** Notes that pass a test for their name and text together. */
  whereTogether(test: (parts: readonly string[]) => boolean): string[] {
    return this.paths.filter(path => test([fold(nameOf(path)), fold(this.text(path))]));
  }

  withTag(tag: string): string[] {
    return this.paths.filter(path => this.tagsOf(path).some(one => one === tag || one.startsWith(`${tag}/`)));
  }

  tagsOf(path: string): string[] {
    const listed = /^tags: \[(.*)\]$/mu.exec(this.frontmatter(path))?.[1] ?? '';
    const inline = Array.from(
      this.body(path).matchAll(/(?<=^|\s)#([a-z]+(?:\/[a-z]+)*)/gmu),
      ([, tag]) => tag,
    );
    return [...new Set([...listed.split(', '), ...inline])]
      .filter(tag => tag !== undefined && tag !== '')
      .map(String);
  }

  property(path: string, key: string): string | undefined {
    return this.frontmatter(path)
      .split('\n')
      .find(line => line.startsWith(`${key}: `))
      ?.slice(key.length + 2);
  }

  links(): ReferenceLink[] {
    return this.paths.flatMap(source =>
      this.text(source)
        .split('\n')
        .flatMap((line, index) =>
          Array.from(line.matchAll(/\[\[([^\]|#]+)[^\]]*\]\]|\]\(([^)]+)\.md\)/gu), match => {
            const name = decodeURIComponent(match[1] ?? match[2] ?? '');
            return { source, line: index + 1, name, target: this.resolve(name) };
          }),
        ),
    );
  }

  /** Names are different in these vaults, so that one note at most has it. */
  private resolve(name: string): string | undefined {
    return this.paths.find(path => nameOf(path).toLowerCase() === name.toLowerCase());
  }

  /** `path:line` wherever another note's text names a note outside of links and properties. */
  mentionsOf(path: string): string[] {
    const name = fold(nameOf(path));
    return this.paths
      .filter(source => source !== path)
      .flatMap(source => {
        const before = this.text(source).length - this.body(source).length;
        const shift = this.text(source).slice(0, before).split('\n').length;
        return this.body(source)
          .split('\n')
          .flatMap((line, index) => {
            const plain = fold(line).replace(/!?\[\[[^\]]*\]\]|\[[^\]]*\]\([^)]*\)/gu, () => '\u0001');
            return wordStarts(plain, name).some(at => !/[\p{L}\p{N}_]/u.test(plain.charAt(at + name.length)))
              ? [`${source}:${index + shift}`]
              : [];
          });
      });
  }

  text(path: string): string {
    return this.texts.get(path) ?? '';
  }

  private frontmatter(path: string): string {
    return /^---\n([\s\S]*?\n)---\n/u.exec(this.text(path))?.[1] ?? '';
  }

  private body(path: string): string {
    return this.text(path).replace(/^---\n[\s\S]*?\n---\n/u, () => '');
  }
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1, -'.md'.length);
}

export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, () => '')
    .toLowerCase();
}

const letter = /[\p{L}\p{N}]/u;

/** Where a folded word is at the beginning of a word. */
export function wordStarts(text: string, word: string): number[] {
  return Array.from(text, (_, at) => at).filter(
    at => text.startsWith(word, at) && !letter.test(text.charAt(at - 1)),
  );
}

export function words(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Letters to insert, delete, replace or swap with their neighbour, tried out: right for small numbers only. */
export function isNear(word: string, other: string, edits: number): boolean {
  if (word === other) return true;
  if (edits === 0) return false;
  const [a, b] = [word, other];
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) same += 1;
  const [restA, restB] = [a.slice(same), b.slice(same)];
  return (
    isNear(restA.slice(1), restB, edits - 1) ||
    isNear(restA, restB.slice(1), edits - 1) ||
    (restA !== '' && restB !== '' && isNear(restA.slice(1), restB.slice(1), edits - 1)) ||
    (restA.length > 1 &&
      restA[0] === restB[1] &&
      restA[1] === restB[0] &&
      isNear(restA.slice(2), restB.slice(2), edits - 1))
  );
}
