/** Links of files that are no notes. */
import { canvasNodes, stringAt } from '../edits/links/canvas-json';
import { linkText } from './links';
import { scanStructure } from '../structure/scan-structure';

export interface FileLink {
  /** The target with its subpath, as written. */
  readonly link: string;
  /** Whether it is a vault path, which no other file of this name stands in for. */
  readonly isPath: boolean;
  /** Offset into the file's text. */
  readonly at: number;
  /** What stands around it: the card, or the line. */
  readonly text: string;
}

/** Of a JSON canvas: the files of its file cards, and the links in its text cards. */
export function canvasLinks(json: string): FileLink[] {
  return canvasNodes(json).flatMap((node): FileLink[] => {
    const type = node.get('type');
    const kind = type && stringAt(json, type);
    const at = kind === 'file' || kind === 'text' ? node.get(kind) : undefined;
    if (at === undefined) return [];
    const text = stringAt(json, at);
    if (kind === 'file') return text === '' ? [] : [{ link: text, isPath: true, at: at.start, text }];
    if (!text.includes('[')) return [];
    const { links, embeds } = scanStructure(text);
    return [...links, ...embeds].map(link => ({
      link: linkText(text, link).link,
      isPath: false,
      at: at.start,
      text,
    }));
  });
}

/** A wikilink, or a function of a formula or filter that takes a link. */
const baseLink =
  /\[\[([^\][|\n]+)(?:\|[^\][\n]*)?\]\]|\b(?:link|file|hasLink|linksTo)\(\s*(["'])([^"'\n]+)\2/gu;

/** Of a base: wikilinks, and texts given to functions that take a link. */
export function baseLinks(yaml: string): FileLink[] {
  return Array.from(yaml.matchAll(baseLink), ({ 1: wikilink, 3: argument, index }) => {
    const start = yaml.lastIndexOf('\n', index) + 1;
    const end = yaml.indexOf('\n', index);
    return {
      link: wikilink ?? argument ?? '',
      isPath: false,
      at: index,
      text: yaml.slice(start, end === -1 ? yaml.length : end).trim(),
    };
  });
}
