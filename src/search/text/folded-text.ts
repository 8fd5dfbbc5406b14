/** One form of a text for all its spellings: case, diacritics and Unicode form do not count. */

import type { SliceTurn } from '../../utils/slicing/time-slicer';
import { FoldBuffer } from './fold-buffer';
import { continuesCluster, foldCluster, foldClusterKeepingCase, maxClusterLength } from './fold-clusters';
import { FoldMap } from './fold-map';

export interface FoldedText {
  readonly folded: string;
  /** Undefined if each unit folds to one unit. */
  readonly map: FoldMap | undefined;
}

const beyondAscii = /[^\0-\x7F]/u;
const maxRemembered = 4096;
/** Characters that are folded without a pause. */
const stepLength = 65_536;

/** Values in the table: 0 for unknown, 1 for a unit that does not fold on its own, else its fold. */
const unknown = 0;
const irregular = 1;

/**
 * Folds texts and caches how characters fold, so keep one instance. Line feeds and carriage returns stay
 * unchanged: both texts have the same lines. Takes time proportional to the text, and makes it at most four
 * times as long.
 */
export class TextFolder {
  readonly #units = new Uint16Array(0x10000);
  readonly #clusters = new Map<string, string>();
  readonly #buffer = new FoldBuffer();

  fold(text: string): FoldedText {
    if (beyondAscii.test(text)) return this.#foldUnits(text);
    return { folded: text.toLowerCase(), map: undefined };
  }

  /** Like `fold`, with pauses in a long text. */
  async foldLong(text: string, turn: SliceTurn): Promise<FoldedText> {
    // Pieces of a large text would take its memory a second time.
    if (!beyondAscii.test(text)) return this.fold(text);
    const pieces: string[] = [];
    const segments: number[] = [];
    let length = 0;
    let [hasMaps, isSame] = [false, true];
    for (let at = 0; at < text.length;) {
      const end = cutBetweenClusters(text, at + stepLength);
      const piece = text.slice(at, end);
      const { folded, map } = this.fold(piece);
      if (map === undefined) segments.push(length, at * 2);
      else map.appendTo(segments, length, at);
      hasMaps ||= map !== undefined;
      isSame &&= folded === piece;
      pieces.push(folded);
      length += folded.length;
      at = end;
      if (turn.due(true)) await turn.pause();
    }
    return {
      folded: isSame ? text : pieces.join(''),
      map: hasMaps ? new FoldMap(segments, text.length, length) : undefined,
    };
  }

  #foldUnits(text: string): FoldedText {
    const out = this.#buffer;
    out.begin(text.length);
    let clusterBefore = 0;
    for (let at = 0; at < text.length;) {
      at = out.pushRun(text, at, this.#units);
      if (at === text.length || this.#learns(text.charCodeAt(at))) continue;
      at = this.#foldCluster(text, at, at > clusterBefore);
      clusterBefore = at;
    }
    const result = { folded: out.text(), map: out.map(text.length) };
    out.end();
    return result;
  }

  /** @returns where the cluster ends. */
  #foldCluster(text: string, at: number, isBehindUnit: boolean): number {
    const takesBack = isBehindUnit && continuesCluster(text.charCodeAt(at));
    if (takesBack) this.#buffer.pop();
    const start = takesBack ? at - 1 : at;
    const end = clusterEnd(text, start);
    const cluster = text.slice(start, end);
    const folded = this.#foldOf(cluster);
    if (folded.length === end - start && isOneCharacter(cluster)) this.#buffer.pushAll(folded);
    else this.#buffer.pushCluster(folded, start, end);
    return end;
  }

  #foldOf(cluster: string): string {
    const known = this.#clusters.get(cluster);
    if (known !== undefined) return known;
    const folded = foldCluster(cluster);
    if (this.#clusters.size >= maxRemembered) this.#clusters.clear();
    this.#clusters.set(cluster, folded);
    return folded;
  }

  /** True for an unknown unit that is, from now on, folded on its own. */
  #learns(unit: number): boolean {
    if (this.#units[unit] !== unknown) return false;
    const value = foldedUnit(unit);
    this.#units[unit] = value;
    return value !== irregular;
  }
}

function foldedUnit(unit: number): number {
  const isSurrogate = unit >= 0xd800 && unit <= 0xdfff;
  if (isSurrogate || continuesCluster(unit)) return irregular;
  const folded = foldCluster(String.fromCharCode(unit));
  const value = folded.charCodeAt(0);
  return folded.length === 1 && value > irregular ? value : irregular;
}

/** The folded form with case kept. */
export function foldKeepingCase(text: string): string {
  if (!beyondAscii.test(text)) return text;
  let folded = '';
  for (let at = 0; at < text.length;) {
    const end = clusterEnd(text, at);
    folded += foldClusterKeepingCase(text.slice(at, end));
    at = end;
  }
  return folded;
}

/** The first place from `at` on between two characters that are folded separately. */
function cutBetweenClusters(text: string, at: number): number {
  let cut = Math.min(at, text.length);
  while (cut < text.length && (isSecondHalf(text.charCodeAt(cut)) || continuesCluster(text.charCodeAt(cut))))
    cut += 1;
  return cut;
}

function isSecondHalf(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function clusterEnd(text: string, start: number): number {
  let end = start + ((text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1);
  while (end < text.length && end - start < maxClusterLength && continuesCluster(text.charCodeAt(end))) {
    end += 1;
  }
  return end;
}

function isOneCharacter(cluster: string): boolean {
  return cluster.length === ((cluster.codePointAt(0) ?? 0) > 0xffff ? 2 : 1);
}
