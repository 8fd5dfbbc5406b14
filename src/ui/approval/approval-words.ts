import type { ApprovalRequest, ApprovalSubject, ProposedChange } from '../../vault/approval/approval-request';
import { quoted, twoDigits } from '../plain-words';
import { t } from '../text/text';
import { clientName } from '../../utils/text/visible-text';
import { lastName } from '../../utils/text/path-parts';

/** A request in a few words: `Delete the folder “Library”: 22 files (20 notes)`. */
export function titleOfRequest({ changes, command }: ApprovalSubject): string {
  if (command !== undefined) return t('approval.command', { command: quoted(command) });
  const direct = changes.filter(({ isLinking }) => isLinking !== true);
  const files = direct.filter(({ isFolder }) => isFolder !== true);
  const folder = folderAround(direct);
  if (folder !== undefined && folder.kind !== 'create') {
    const name = t('approval.folder', { name: nameOf(folder) });
    const action = requestText(direct, name, folder);
    return files.length === 0 ? action : t('approval.folderContents', { action, contents: countOf(files) });
  }
  const [only] = files.length > 0 ? files : direct;
  const action =
    files.length > 1 ? requestText(direct, countOf(files)) : requestText(direct, nameOf(only), only);
  // Those that the client does not see count too: the list below the title has them, and the client sees neither.
  const links = changes.filter(({ isLinking }) => isLinking === true).length;
  return links === 0 ? action : t('approval.andLinks', { action, count: links });
}

/** The client that asks, with its tool. */
export function requesterOf({ token, client }: ApprovalRequest, tool: string): string {
  // The token first: a client chooses its own name.
  const name = quoted(token);
  const who =
    client === undefined
      ? name
      : t('approval.whoWithClient', { token: name, client: quoted(clientName(client)) });
  return t('approval.applicant', { who, tool: quoted(tool) });
}

/**
 * The action of a request.
 * @param moved the only moved file, if there is one
 */
function requestText(changes: readonly ProposedChange[], what: string, moved?: ProposedChange): string {
  const files = changes.filter(({ isFolder }) => isFolder !== true);
  const kinds = [...new Set((files.length > 0 ? files : changes).map(({ kind }) => kind))];
  const [kind = 'edit'] = kinds;
  if (kinds.length > 1) return t('approval.change', { what });
  if (changes.some(({ isPermanent }) => isPermanent === true)) return t('approval.deleteForGood', { what });
  const place = moved?.newPath;
  return place === undefined
    ? t(`approval.${kind}`, { what })
    : t('approval.moveTo', { what, place: quoted(place) });
}

/** The folder in the list that contains everything else. */
function folderAround(changes: readonly ProposedChange[]): ProposedChange | undefined {
  return changes.find(
    ({ path, isFolder }) =>
      isFolder === true && changes.every(other => other.path === path || other.path.startsWith(`${path}/`)),
  );
}

function nameOf(change: ProposedChange | undefined): string {
  if (change === undefined) return t('approval.nothing');
  const { path } = change;
  return quoted(lastName(path).replace(/\.md$/, () => ''));
}

/** `14 notes`, `22 files (20 notes)`. */
function countOf(files: readonly ProposedChange[]): string {
  const count = files.filter(({ path }) => path.endsWith('.md')).length;
  const notes = t('common.notes', { count });
  if (count === files.length) return notes;
  const all = t('common.files', { count: files.length });
  return count === 0 ? all : t('approval.filesAndNotes', { files: all, notes });
}

/** The time until a moment, such as `1:05`. */
export function remaining(until: number, now: number): string {
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  return `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)}`;
}
