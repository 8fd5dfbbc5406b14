import type { App, TFile } from 'obsidian';
import { cutBetweenCharacters } from '../markdown/excerpt';
import { Lines } from '../markdown/lines';
import { type PropertyLinkPlace, propertyLinkPlaces } from '../markdown/property-link-places';

const maxLength = 200;

interface Known {
  readonly text: string;
  readonly lines: Lines;
  places?: readonly PropertyLinkPlace[];
}

/** The lines of files that were read once for an answer. */
export class LineContext {
  private constructor(private readonly known: ReadonlyMap<TFile, Known>) {}

  static async of(app: App, files: readonly TFile[]): Promise<LineContext> {
    const known = new Map<TFile, Known>();
    await Promise.all(
      [...new Set(files)].map(async file => {
        const text = await app.vault.read(file).catch(() => undefined);
        if (text !== undefined) known.set(file, { text, lines: new Lines(text) });
      }),
    );
    return new LineContext(known);
  }

  /** A line, cut at 200 characters; undefined for one that is gone. */
  textOf(file: TFile, line: number): string | undefined {
    const lines = this.known.get(file)?.lines;
    return lines === undefined || line > lines.count ? undefined : shortened(lines.textOf(line));
  }

  /** The line of a link in a property; `index` counts such links of the note. */
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
