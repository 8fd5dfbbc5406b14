/** Finds the strings of a canvas's nodes in its JSON. */

/** A string's literal, quotes included. */
export interface Literal {
  readonly start: number;
  readonly end: number;
}

/** The string members of one node; the last of duplicate names. */
export type NodeStrings = ReadonlyMap<string, Literal>;

/** The nodes of a canvas; none for invalid JSON or no canvas. Linear in the text. */
export function canvasNodes(json: string): NodeStrings[] {
  try {
    JSON.parse(json.startsWith('\uFEFF') ? json.slice(1) : json);
  } catch {
    return [];
  }
  return new Reader(json).nodes();
}

export function stringAt(json: string, { start, end }: Literal): string {
  const value: unknown = JSON.parse(json.slice(start, end));
  return typeof value === 'string' ? value : '';
}

/** Parses JSON that is known to be valid. */
class Reader {
  private at = 0;

  constructor(private readonly json: string) {}

  nodes(): NodeStrings[] {
    let nodes: NodeStrings[] = [];
    this.members(name => {
      if (name !== 'nodes' || this.next() !== '[') return false;
      nodes = this.nodeList();
      return true;
    });
    return nodes;
  }

  private nodeList(): NodeStrings[] {
    const nodes: NodeStrings[] = [];
    this.at += 1;
    while (this.next() !== ']') {
      const strings = new Map<string, Literal>();
      this.members(name => {
        strings.delete(name);
        if (this.next() !== '"') return false;
        strings.set(name, this.literal());
        return true;
      });
      nodes.push(strings);
      if (this.next() === ',') this.at += 1;
    }
    this.at += 1;
    return nodes;
  }

  /** Skips the value here; for an object, visits its members, each of which `take` may read itself. */
  private members(take: (name: string) => boolean): void {
    if (this.next() !== '{') {
      this.skip();
      return;
    }
    this.at += 1;
    while (this.next() !== '}') {
      const name = stringAt(this.json, this.literal());
      this.next();
      this.at += 1;
      if (!take(name)) this.skip();
      if (this.next() === ',') this.at += 1;
    }
    this.at += 1;
  }

  /** The next character that is not white space. */
  private next(): string {
    while (' \t\n\r\uFEFF'.includes(this.json.charAt(this.at)) && this.at < this.json.length) this.at += 1;
    return this.json.charAt(this.at);
  }

  private literal(): Literal {
    this.next();
    const start = this.at;
    this.at += 1;
    while (this.json.charAt(this.at) !== '"') this.at += this.json.charAt(this.at) === '\\' ? 2 : 1;
    this.at += 1;
    return { start, end: this.at };
  }

  private skip(): void {
    let depth = 0;
    do {
      const char = this.next();
      if (char === '"') this.literal();
      else {
        if (char === '{' || char === '[') depth += 1;
        else if (char === '}' || char === ']') depth -= 1;
        this.at += 1;
        if (depth === 0 && !isOpening(char) && !isClosing(char)) this.skipWord();
      }
    } while (depth > 0);
  }

  /** The rest of a number, `true`, `false` or `null`. */
  private skipWord(): void {
    while (this.at < this.json.length && !' \t\n\r,]}'.includes(this.json.charAt(this.at))) this.at += 1;
  }
}

function isOpening(char: string): boolean {
  return char === '{' || char === '[';
}

function isClosing(char: string): boolean {
  return char === '}' || char === ']';
}
