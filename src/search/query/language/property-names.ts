import type { LeafReader } from './leaf-reader';
import { queryProblem } from './query-problem';
import type { QueryReader } from './query-reader';
import type { QueryNode } from './query-tree';

const plainNames = /[^\]:()"]+/uy;
/** Ends plain names: a name in other marks follows. */
const orMarked = /\sOR\s+["(/]/u;
const either = /\sOR\s/u;

/** Parses the name in `[name]` or `[name:value]`: text, a phrase, a pattern, or several with `OR`. */
export class PropertyNames {
  constructor(
    private readonly reader: QueryReader,
    private readonly texts: LeafReader,
  ) {}

  /** Stops before the `:` or `]` after the name. */
  read(): QueryNode {
    const { reader } = this;
    const start = reader.at;
    const nodes = this.#list();
    reader.skipBlanks();
    const [only] = nodes;
    const isOver = reader.isAtEnd || reader.isAt(':') || reader.isAt(']');
    if (only === undefined || !isOver)
      throw queryProblem(
        reader.text,
        { start: Math.max(0, start - 1), end: reader.at + 1 },
        'names no property',
        'Write `[property]` or `[property:value]`. In quotes it is text.',
      );
    return nodes.length === 1 ? only : { kind: 'any', nodes, place: reader.placeFrom(start) };
  }

  #list(): QueryNode[] {
    const nodes = this.#item();
    for (;;) {
      this.reader.skipBlanks();
      if (!/^OR\s/u.test(this.reader.text.slice(this.reader.at, this.reader.at + 3))) return nodes;
      this.reader.at += 3;
      nodes.push(...this.#item());
    }
  }

  #item(): QueryNode[] {
    const { reader } = this;
    reader.skipBlanks();
    if (reader.isAt('(')) {
      reader.at += 1;
      const nodes = this.#list();
      reader.skipBlanks();
      if (!reader.isAt(')')) return [];
      reader.at += 1;
      return nodes;
    }
    if (reader.isAt('"')) return [this.texts.phrase()];
    const found = reader.isAt('/') ? this.texts.pattern() : undefined;
    return found === undefined ? this.#plain() : [found];
  }

  #plain(): QueryNode[] {
    const { reader } = this;
    const names = reader.match(plainNames)?.[0] ?? '';
    const start = reader.at;
    const marked = orMarked.exec(reader.text.slice(start, start + names.length + 1));
    const text = names.slice(0, marked?.index);
    reader.at += text.length;
    const plain = text.split(either).map(name => name.trim());
    if (plain.includes('')) return [];
    return plain.map(name => ({ kind: 'phrase', text: name, place: reader.placeFrom(start) }));
  }
}
