/** Links of files that are no notes. */
import { canvasNodes, stringAt } from '../edits/links/canvas-json';
import { baseLinkPlaces } from './base-link-places';
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

/** Of a base: wikilinks, and texts given to functions that take a link. */
export function baseLinks(yaml: string): FileLink[] {
  return baseLinkPlaces(yaml).map(({ at, start, end }) => {
    const feed = yaml.indexOf('\n', at);
    const line = yaml.slice(yaml.lastIndexOf('\n', at) + 1, feed === -1 ? yaml.length : feed);
    return { link: yaml.slice(start, end), isPath: false, at, text: line.trim() };
  });
}
