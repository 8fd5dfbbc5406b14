import { type TAbstractFile, TFile, TFolder } from 'obsidian';
import { editsWithin, toleranceFor } from '../../utils/near';
import { foldPath } from '../../utils/text/folding';
import { mayMean } from '../access/absent-files';
import { parseReference, periods } from '../access/vault-path';
import { isNote, type VisibleFiles } from '../access/visible-files';
import { isoPeriod } from '../../utils/dates';
import { allQuoted, folderOf, jsonLine, lastName, matchOf, noteName, quoted } from '../../utils/text/pieces';

const maxNear = 3;
const minFolderLength = 3;

/** Hints for new notes and folders whose names are close to existing ones that the caller sees. */
export class NewNames {
  constructor(private readonly files: VisibleFiles) {}

  /**
   * Hints on a new note.
   * @param given as the caller named it; `path` is where it will be
   * @param missing folders that will be created for it, outermost first
   * @param mayBeOther whether an existing note may be meant
   */
  ofNote(given: string, path: string, missing: readonly string[], mayBeOther: boolean): string[] {
    if (parseReference(given).kind !== 'path') return [];
    const name = noteName(path);
    const isBare = !path.includes('/');
    return [
      ...this.ofFolders(missing),
      ...(isBare || mayBeOther ? this.namesakes(name, path, isBare) : []),
      ...(/[#[\]]/u.test(name) ? ['Wikilinks cannot point to a name with "#", "[" or "]".'] : []),
    ];
  }

  /** Hints on a new note with the name of a periodic one: only a reference finds its folder and template. */
  ofPeriod(given: string, path: string): string[] {
    const [date = ''] = matchOf(/\d{4}-W?\d{2}(?:-\d{2})?/u, lastName(path));
    if (parseReference(given).kind !== 'path' || isoPeriod(date) === undefined) return [];
    return periods.flatMap(period => {
      const { path: own, settings } = this.files.periodic.note({ period, date });
      const isMade = own === path && this.files.linkTarget(settings.template, '') !== undefined;
      const what = isMade ? `starts this ${period} note from its template` : `is the ${period} note`;
      const isElsewhere = own.endsWith(`/${path}`) && this.files.mayRead(own);
      return isMade || isElsewhere ? [`\`path: "@${period}:${date}"\` ${what}.`] : [];
    });
  }

  /** Hints on new folders, outermost first. */
  ofFolders(missing: readonly string[]): string[] {
    const [first = ''] = missing;
    const name = lastName(first);
    if (name.length < minFolderLength) return [];
    const near = this.files.near
      .to(first, file => file instanceof TFolder)
      .filter(folder => !missing.includes(folder) && isAlike(name, lastName(folder)));
    return near.length === 0
      ? []
      : [`The folder ${jsonLine(first)} is new; similar folders: ${allQuoted(near.slice(0, maxNear))}.`];
  }

  /** Hints on something moved to a path without folder or trailing slash, which therefore got another name. */
  ofMove(given: string, moved: TAbstractFile, newPath: string): string[] {
    const hints: string[] = [];
    const isRenamed = !given.includes('/') && noteName(newPath) === given;
    const near = isRenamed
      ? this.files.near.to(given, file => file instanceof TFolder && file !== moved)
      : [];
    const folders = near.filter(folder => isClose(given, lastName(folder)));
    if (folders.length > 0)
      hints.push(
        `No folder is called ${quoted(given)}, so this is a new name; similar folders: ${allQuoted(folders)}.`,
      );
    else if (isRenamed && moved.path.includes('/') && !newPath.includes('/'))
      hints.push(
        `${quoted(given)} is a name in the root: to rename it in its folder, pass \`newPath: ${jsonLine(`${folderOf(moved.path)}/${given}`)}\`; to move into a folder, end \`newPath\` with "/".`,
      );
    const ending = newPath.slice(newPath.lastIndexOf('.') + 1);
    if (moved instanceof TFile && moved.extension !== ending)
      hints.push(
        `The extension changes from ${quoted(`.${moved.extension}`)} to ${quoted(`.${ending}`)}; the content stays as it is.`,
      );
    return hints;
  }

  /** Notes of which a new one at a path may be a misspelling. */
  nearNotes(path: string, isInFolder: boolean): string[] {
    const name = noteName(path);
    const mayBe = (other: string): boolean => !isInFolder || folderOf(other) === folderOf(path);
    const near = this.files.near.to(name, file => file.path !== path && isNote(file) && mayBe(file.path));
    const isMeant = (one: string): boolean => near.length === 1 && mayMean(path, one);
    return near.filter(one => isMeant(one) || isClose(name, noteName(one))).slice(0, maxNear);
  }

  private namesakes(name: string, path: string, isBare: boolean): string[] {
    const isOther = (file: TAbstractFile): boolean => isNote(file) || (isBare && file instanceof TFolder);
    const near = this.files.near.to(name, file => file.path !== path && isOther(file));
    const same = near.filter(one => foldPath(noteName(one)) === foldPath(name));
    const folder = same.find(one => !one.endsWith('.md'));
    if (isBare && folder !== undefined)
      return [`${jsonLine(folder)} is a folder: for a note in it write ${jsonLine(`${folder}/Name.md`)}.`];
    const close = near.filter(one => isClose(name, noteName(one)));
    const others = same.length > 0 ? same : close;
    if (others.length === 0) return [];
    const kind = same.length > 0 ? 'The name already exists' : 'Similar names';
    return [`${kind}: ${allQuoted(others.slice(0, maxNear))}.`];
  }
}

/** Whether two names differ by a typing error, rather than only by what distinguishes parts of a series. */
function isClose(name: string, other: string): boolean {
  const [a, b] = [foldPath(name), foldPath(other)];
  if (seriesOf(a) === seriesOf(b)) return false;
  return editsWithin(b, a.slice(0, 100), toleranceFor(a)) !== undefined;
}

/** Whether one name begins with the other, or they are close. */
function isAlike(name: string, other: string): boolean {
  const [a, b] = [foldPath(name), foldPath(other)];
  return seriesOf(a) !== seriesOf(b) && (a.startsWith(b) || b.startsWith(a) || isClose(name, other));
}

function seriesOf(text: string): string {
  return text.replaceAll(/\d+|(?<=[\s_.-])[\p{L}\p{N}]{1,4}$/gu, () => '0');
}
