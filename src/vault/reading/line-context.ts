import type { App, TFile } from 'obsidian';
import { cutBetweenCharacters } from '../../markdown/text/excerpt';
import { type Lines, linesOf } from '../../markdown/text/lines';
import { type PropertyLinkPlace, propertyLinkPlaces } from '../../markdown/frontmatter/property-links';
import { forEachInTurn, type SlicedLoop } from '../../utils/slicing/time-slicer';

const maxLength = 200;

interface Known {
  readonly text: string;
  readonly lines: Lines;
  places?: readonly PropertyLinkPlace[];
}

/** Lines of files, each file read once per result. */
export class LineContext {
  private constructor(private readonly known: ReadonlyMap<TFile, Known>) {}

  static async of(app: App, files: readonly TFile[], loop: SlicedLoop): Promise<LineContext> {
    const texts = new Map<TFile, string>();
    await Promise.all(
      [...new Set(files)].map(async file => {
        const text = await app.vault.read(file).catch(() => undefined);
        if (text !== undefined) texts.set(file, text);
      }),
    );
    const known = new Map<TFile, Known>();
    await forEachInTurn(texts, loop, ([file, text]) => known.set(file, { text, lines: linesOf(text) }));
    return new LineContext(known);
  }

  /** A line, cut at 200 characters; undefined if it no longer exists. */
  textOf(file: TFile, line: number): string | undefined {
    const lines = this.known.get(file)?.lines;
    return lines === undefined || line > lines.count ? undefined : shortened(lines.textOf(line));
  }

  /** The line of a link in a property; `index` counts these links in the note. */
  propertyLine(file: TFile, link: string, index: number): number | undefined {
    const known = this.known.get(file);
    if (known === undefined) return undefined;
    const places = (known.places ??= propertyLinkPlaces(known.text));
    const place = places[index]?.link === link ? places[index] : places.find(one => one.link === link);
    return place === undefined ? undefined : known.lines.lineAt(place.at);
  }
}

export function shortened(text: string): string {
  return cutBetweenCharacters(text.trim(), maxLength);
}
