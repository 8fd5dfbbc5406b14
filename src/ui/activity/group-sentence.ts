import { visibleLine } from '../../utils/text/visible-text';
import type { ChangedFile } from '../../vault/journal/journal';
import { quoted } from '../plain-words';
import { t } from '../text/text';
import { type ActivityEntry, directFiles, kindOf } from './activity-entries';
import { nameWords } from './words';
import { folderOf } from '../../utils/text/path-parts';

/** Names shown; the rest are counted. */
const named = 2;

/** What a group of changes did: `Changed Plan, Home and 4 more`, `Moved Idea and Plan to “Inbox”`. */
export function groupSentence(entries: readonly ActivityEntry[]): string {
  const files = directFiles(entries.flatMap(({ change }) => change?.files ?? []));
  const names = namesText(new Set(files.map(pathOf)));
  const kind = kindOf(files);
  const [folder, ...otherFolders] = new Set(files.map(file => folderOf(pathOf(file))));
  return kind === 'move' && folder !== undefined && folder !== '' && otherFolders.length === 0
    ? t('activity.group.moveTo', { names, folder: quoted(folder) })
    : t(`activity.group.${kind}`, { names });
}

function namesText(paths: ReadonlySet<string>): string {
  const [first = '', second, ...more] = Array.from(paths, path => visibleLine(nameWords(path)));
  if (second === undefined) return first;
  return more.length === 0
    ? t('activity.names.two', { first, second })
    : t('activity.names.more', { names: [first, second].join(', '), count: paths.size - named });
}

/** Where it is after the change. */
function pathOf({ path, newPath }: ChangedFile): string {
  return newPath ?? path;
}
