import { addTo, itemsOf } from '../../utils/collections';
import type { ProposedChange } from '../../vault/approval/approval-request';
import { lastName } from '../../utils/text/path-parts';
import { visibleLine } from '../../utils/text/visible-text';
import { countOfFiles } from '../plain-words';
import { drawFile, drawPages } from './file-diffs';

/** Rows drawn at once. */
const pageRows = 12;

/** What is deleted with a folder: its folders with their counts, and the files in them, each with its text on request. */
export function drawFolderTree(parent: HTMLElement, changes: readonly ProposedChange[]): void {
  const files = filesBelow(changes);
  const rows = [...changes].sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
  const top = depthOf(rows[0]);
  const list = parent.createDiv('lectern-tree');
  drawPages(list, rows, pageRows, 'diff.moreFiles', (body, page) => {
    for (const change of page) {
      const row = body.createDiv('lectern-tree-row');
      row.setCssProps({ '--lectern-depth': String(depthOf(change) - top) });
      const name = visibleLine(lastName(change.path));
      if (change.isFolder !== true) drawFile(row, change, { isOpen: false, name });
      else {
        row.createSpan({ text: `${name}/` });
        row.createSpan({ cls: 'lectern-tree-count', text: countOfFiles(itemsOf(files, change.path)) });
      }
    }
  });
}

/** A folder before what is in it. */
function orderOf({ path }: ProposedChange): string {
  return path.replaceAll('/', () => '\u0000');
}

function depthOf(change: ProposedChange | undefined): number {
  return (change?.path.split('/').length ?? 1) - 1;
}

/** The paths of all files below each folder. */
function filesBelow(changes: readonly ProposedChange[]): ReadonlyMap<string, string[]> {
  const below = new Map<string, string[]>();
  for (const { path, isFolder } of changes) {
    if (isFolder === true) continue;
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
      addTo(below, path.slice(0, end), path);
  }
  return below;
}
