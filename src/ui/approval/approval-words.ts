import type { ApprovalRequest, ApprovalSubject, ProposedChange } from '../../vault/approval/approval-request';
import { actionText } from '../action-text';
import { countOfFiles, quoted, twoDigits } from '../plain-words';
import { t } from '../text/text';
import { visibleLine } from '../../utils/text/visible-text';
import { folderOf, lastName, noteName } from '../../utils/text/pieces';

/** What is asked for, and the tool that does it. */
type Asked = ApprovalSubject & { readonly tool?: string };

/** A request in a few words: `Delete the folder “Library”: 22 files (20 notes)`. */
export function titleOfRequest(asked: Asked): string {
  const { changes, command } = asked;
  if (command !== undefined) return t('approval.command', { command: quoted(command) });
  if (asked.action !== undefined && isWholeTitle(asked)) return actionText(asked.action);
  const direct = changes.filter(({ isLinking }) => isLinking !== true);
  const files = direct.filter(({ isFolder }) => isFolder !== true);
  const around = folderAround(direct);
  const folder = around?.kind === 'create' ? (files.length === 0 ? direct.at(-1) : undefined) : around;
  if (folder !== undefined) {
    const name = t('approval.folder', { name: nameOf(folder) });
    const action = requestText(asked, direct, name, folder);
    return files.length === 0 ? action : t('approval.folderContents', { action, contents: countOf(files) });
  }
  const [only] = files.length > 0 ? files : direct;
  const action =
    files.length > 1
      ? requestText(asked, direct, countOf(files))
      : requestText(asked, direct, nameOf(only), only);
  // Those that the client does not see count too: the list below the title has them, and the client sees neither.
  const links = changes.filter(({ isLinking }) => isLinking === true).length;
  return links === 0 ? action : t('approval.andLinks', { action, count: links });
}

/** Whether the action says all that happens; that of a canvas does not name it. */
export function isWholeTitle({ action }: ApprovalSubject): boolean {
  return action !== undefined && action.kind !== 'editCanvas';
}

/** The connection that asks: a client chooses its own name, so that does not count. */
export function requesterOf({ token }: Pick<ApprovalRequest, 'token'>): string {
  return t('approval.applicant', { who: visibleLine(token) });
}

/** Tools that change less than their files show. */
const parts = ['update_frontmatter', 'update_tags', 'update_task', 'undo_change'] as const;

/** The action of a request. @param moved the only moved file, if there is one */
function requestText(
  { tool, risks }: Asked,
  changes: readonly ProposedChange[],
  what: string,
  moved?: ProposedChange,
): string {
  const part = parts.find(name => name === tool);
  if (part !== undefined) return t(`approval.part.${part}`, { what });
  const files = changes.filter(({ isFolder }) => isFolder !== true);
  const kinds = [...new Set((files.length > 0 ? files : changes).map(({ kind }) => kind))];
  const [kind = 'edit'] = kinds;
  if (kinds.length > 1) return t('approval.change', { what });
  if (changes.some(({ isPermanent }) => isPermanent === true)) return t('approval.deleteForGood', { what });
  if (kind === 'edit' && risks.includes('overwrite')) return t('approval.overwrite', { what });
  return moved?.newPath === undefined
    ? t(`approval.${kind}`, { what })
    : moveText(what, moved.path, moved.newPath);
}

/** A move within the folder is a rename; one that keeps the name goes into a folder. */
function moveText(what: string, from: string, to: string): string {
  if (folderOf(from) === folderOf(to)) return t('approval.renameTo', { what, name: quoted(noteName(to)) });
  const isSameName = lastName(from) === lastName(to);
  const place = isSameName && folderOf(to) !== '' ? folderOf(to) : to;
  return t('approval.moveTo', { what, place: quoted(place) });
}

/** The folder in the list that contains everything else. */
export function folderAround<T extends Pick<ProposedChange, 'path' | 'isFolder'>>(
  changes: readonly T[],
): T | undefined {
  return changes.find(
    ({ path, isFolder }) =>
      isFolder === true && changes.every(other => other.path === path || other.path.startsWith(`${path}/`)),
  );
}

function nameOf(change: ProposedChange | undefined): string {
  return change === undefined ? t('approval.nothing') : quoted(noteName(change.path));
}

function countOf(files: readonly ProposedChange[]): string {
  return countOfFiles(files.map(({ path }) => path));
}

/** The time until a moment, such as `1:05`. */
export function remaining(until: number, now: number): string {
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  return `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)}`;
}
