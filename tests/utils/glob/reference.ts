import { setHolds, type GlobNode, type Sequence } from '../../../src/utils/glob/parser';

/**
 * What a glob means, said as plainly as possible: from one place in the text, at which places can each part
 * end? Slow where the machine is fast, and written without a thought of it.
 */
export function matchesByDefinition(sequence: Sequence, text: string): boolean {
  return ends(sequence, text, 0).has(text.length);
}

function ends(sequence: Sequence, text: string, start: number): Set<number> {
  let places = new Set([start]);
  for (const node of sequence) {
    const next = new Set<number>();
    for (const place of places) for (const end of nodeEnds(node, text, place)) next.add(end);
    places = next;
  }
  return places;
}

function nodeEnds(node: GlobNode, text: string, start: number): Set<number> {
  const one = (holds: boolean): Set<number> => new Set(start < text.length && holds ? [start + 1] : []);
  const code = text.charCodeAt(start);
  switch (node.kind) {
    case 'character':
      return one(code === node.code);
    case 'set':
      return one(setHolds(node.set, code));
    case 'one':
      return one(text[start] !== '/');
    case 'star':
      return through(text, start, false);
    case 'globstar':
      return through(text, start, true);
    case 'folders': {
      const atSegmentStart = start === 0 || text[start - 1] === '/';
      const behindSlash = [...through(text, start, true)]
        .filter(end => text[end] === '/')
        .map(end => end + 1);
      return new Set([...(atSegmentStart ? [start] : []), ...behindSlash]);
    }
    case 'group':
      return groupEnds(node, text, start);
  }
}

function through(text: string, start: number, slashesToo: boolean): Set<number> {
  const places = new Set([start]);
  for (let end = start; end < text.length && (slashesToo || text[end] !== '/'); end += 1) places.add(end + 1);
  return places;
}

function groupEnds(node: GlobNode & { kind: 'group' }, text: string, start: number): Set<number> {
  const once = (from: number): Set<number> =>
    new Set(node.alternatives.flatMap(alternative => [...ends(alternative, text, from)]));
  switch (node.mode) {
    case '@':
      return once(start);
    case '?':
      return once(start).add(start);
    case '*':
    case '+': {
      const reached = once(start);
      for (const place of reached) for (const end of once(place)) reached.add(end);
      return node.mode === '*' ? reached.add(start) : reached;
    }
    case '!': {
      const holdsSlash =
        JSON.stringify(node).includes('"code":47') || JSON.stringify(node).includes('folders');
      const matched = once(start);
      return new Set([...through(text, start, holdsSlash)].filter(end => !matched.has(end)));
    }
  }
}
