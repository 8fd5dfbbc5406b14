import type { Steps } from '../../../utils/slicing/steps';
import { scanning } from '../../structure/scan-structure';
import { canvasNodes, stringAt, type Literal, type NodeStrings } from './canvas-json';
import { spliced, type Splice } from '../../text/splices';
import { redirectBody } from './link-edit';
import { Redirection, type Redirect, type RedirectedText } from './redirection';

/**
 * Points the files and links of a JSON canvas elsewhere: the `file` of its file nodes, and links in the Markdown of its
 * text nodes. Nothing else changes, also within a string. What is no canvas is left as it is.
 */
export function* redirectCanvas(json: string, redirect: Redirect): Steps<RedirectedText> {
  const splices: Splice[] = [];
  let linksUpdated = 0;
  let linksRefused = 0;
  for (const node of canvasNodes(json)) {
    yield;
    const literal = linkingString(json, node);
    if (!literal) continue;
    const value = stringAt(json, literal.at);
    const found = literal.isFile ? redirectFile(value, redirect) : yield* redirectText(value, redirect);
    linksUpdated += found.splices.length;
    linksRefused += found.refused;
    if (found.splices.length > 0)
      for (const splice of literalSplices(json, literal.at, found.splices)) splices.push(splice);
  }
  return { text: yield* spliced(json, splices), linksUpdated, linksRefused };
}

function linkingString(json: string, node: NodeStrings): { at: Literal; isFile: boolean } | undefined {
  const kind = node.get('type');
  const type = kind && stringAt(json, kind);
  const at = type === 'file' || type === 'text' ? node.get(type) : undefined;
  return at && { at, isFile: type === 'file' };
}

function redirectFile(path: string, redirect: Redirect): Redirection {
  const redirection = new Redirection(redirect);
  const wanted = redirect({ path, subpath: '', form: 'canvas', isEmbed: true });
  if (wanted !== undefined && wanted !== path && path !== '') {
    redirection.splices.push({ from: 0, to: path.length, text: wanted });
  }
  return redirection;
}

function* redirectText(markdown: string, redirect: Redirect): Steps<Redirection> {
  const redirection = new Redirection(redirect);
  if (markdown.includes('[')) yield* redirectBody(markdown, yield* scanning(markdown), redirection);
  return redirection;
}

/** Leads splices of a string's value back to its literal, whose escapes are wider than what they stand for. */
function literalSplices(json: string, literal: Literal, splices: readonly Splice[]): Splice[] {
  const ordered = [...splices].sort((one, other) => one.from - other.from);
  let at = literal.start + 1;
  let value = 0;
  const offsetOf = (wanted: number): number => {
    for (; value < wanted; value += 1) {
      if (json[at] !== '\\') at += 1;
      else at += json[at + 1] === 'u' ? 6 : 2;
    }
    return at;
  };
  return ordered.map(({ from, to, text }) => ({
    from: offsetOf(from),
    to: offsetOf(to),
    text: JSON.stringify(text).slice(1, -1),
  }));
}
