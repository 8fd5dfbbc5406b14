/** Reads as much of a TOML file as its servers need: every form of a key, and texts, lists and tables as values. */
import { isRecord, type Json } from '../../obsidian/core/unknowns';

export interface Statement {
  /** With the path of the table above it. */
  readonly path: readonly string[];
  /** `[a]` and `[[a]]` have an empty table. */
  readonly kind: 'value' | 'table' | 'list';
  readonly value: unknown;
  /** Whether it is above all tables. */
  readonly isTop: boolean;
  /** Where its line begins, and where what it says ends. */
  readonly start: number;
  readonly end: number;
}

/** In this order: texts of several lines, of one line, comments, blanks, line ends, words, signs. */
const pattern =
  /"""(?:\\[^]|[^\\])*?"""(?!")|'''[^]*?'''(?!')|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|#[^\n]*|[ \t\r]+|\n|[\w+:-]+|[[\]{}=,.]/y;

interface Token {
  readonly text: string;
  readonly start: number;
}

/** The statements of a text; undefined for a text that is no TOML. */
export function statementsIn(text: string): readonly Statement[] | undefined {
  try {
    return new Reader(tokensOf(text)).statements();
  } catch {
    return undefined;
  }
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (let start = text.startsWith('\ufeff') ? 1 : 0; start < text.length; start = pattern.lastIndex) {
    pattern.lastIndex = start;
    const found = pattern.exec(text)?.[0];
    if (found === undefined) throw new Error(`Offset ${start} cannot be read.`);
    if (!/^[# \t\r]/.test(found)) tokens.push({ text: found, start });
  }
  return tokens;
}

class Reader {
  private at = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  statements(): readonly Statement[] {
    const found: Statement[] = [];
    let table: readonly string[] | undefined;
    while (!this.isOver()) {
      const start = this.tokens[this.at]?.start ?? 0;
      const isTable = this.takes('[');
      const kind = !isTable ? 'value' : this.takes('[') ? 'list' : 'table';
      const own = this.key();
      const path = isTable ? own : [...(table ?? []), ...own];
      const isTop = table === undefined;
      if (isTable) table = path;
      for (const sign of { value: ['='], table: [']'], list: [']', ']'] }[kind]) this.expect(sign);
      const value = isTable ? {} : this.value();
      const { text, start: last } = this.tokens[this.at - 1] ?? { text: '', start };
      found.push({ path, kind, value, isTop, start, end: last + text.length });
      if (this.at < this.tokens.length) this.expect('\n');
    }
    return found;
  }

  private key(): string[] {
    const parts = [textOf(this.next())];
    while (this.takes('.')) parts.push(textOf(this.next()));
    return parts;
  }

  private value(): unknown {
    if (this.takes('[')) return this.list();
    if (this.takes('{')) return this.table();
    const first = this.next();
    if (/^["']/.test(first)) return textOf(first);
    // A number, a date or a truth value, which may have several words.
    let words = first;
    for (; /^[\w+:.-]/.test(this.peek()); this.at += 1) words += this.peek();
    return words;
  }

  private list(): unknown[] {
    const values: unknown[] = [];
    while (!this.closes(']')) {
      values.push(this.value());
      this.closes(',');
    }
    return values;
  }

  private table(): Json {
    let table: Json = {};
    while (!this.closes('}')) {
      const key = this.key();
      this.expect('=');
      table = withValue(table, key, this.value());
      this.closes(',');
    }
    return table;
  }

  private peek(): string {
    return this.tokens[this.at]?.text ?? '';
  }

  private next(): string {
    const text = this.peek();
    if (/^[\n[\]{}=,.]?$/.test(text)) throw new Error('A key or a value is missing.');
    this.at += 1;
    return text;
  }

  private takes(text: string): boolean {
    if (this.peek() !== text) return false;
    this.at += 1;
    return true;
  }

  private expect(text: string): void {
    if (!this.takes(text)) throw new Error(`"${text}" is missing.`);
  }

  /** Takes a sign below line ends too. */
  private closes(sign: string): boolean {
    return !this.isOver() && this.takes(sign);
  }

  private isOver(): boolean {
    while (this.peek() === '\n') this.at += 1;
    return this.at >= this.tokens.length;
  }
}

/** A table with a value at a path, in the tables that are there. */
export function withValue(table: Json, [first = '', ...rest]: readonly string[], value: unknown): Json {
  const there = new Map(Object.entries(table)).get(first);
  const inner = isRecord(there) ? there : {};
  const own =
    rest.length > 0 ? withValue(inner, rest, value) : isRecord(value) ? { ...inner, ...value } : value;
  return Object.fromEntries([...Object.entries(table), [first, own]]);
}

/** What a key or a text says without its quotes. */
function textOf(token: string): string {
  const mark = /^("""|'''|"|')/.exec(token)?.[0] ?? '';
  const inner = token.slice(mark.length, token.length - mark.length);
  const lines = mark.length === 3 ? inner.replace(/^\r?\n/, () => '') : inner;
  if (!mark.startsWith('"')) return lines;
  return lines.replace(
    /\\(?:u([\da-fA-F]{4})|U([\da-fA-F]{8})|\s*\n\s*|(.))/g,
    (_all, short?: string, long?: string, sign?: string) => escaped(short ?? long, sign ?? ''),
  );
}

const controls = new Map(Object.entries({ b: '\b', t: '\t', n: '\n', f: '\f', r: '\r', e: '\u001b' }));

function escaped(code: string | undefined, sign: string): string {
  return code === undefined ? (controls.get(sign) ?? sign) : String.fromCodePoint(parseInt(code, 16));
}
