import { diffRows, type DiffRow, runsOf } from '../markdown/diff/diff-rows';
import { t } from './text/text';
import { visible, visibleLine } from '../utils/text/visible-text';
import { addTo, itemsOf } from '../utils/collections';
import type { ProposedChange } from '../vault/approval/approval-request';
import { foldersAround, lastName } from '../utils/text/pieces';
import { countOfFiles } from './plain-words';

/** Rows drawn at once: few enough for one frame. */
const pageRows = 100;
/** Limit for word-by-word comparison on one page, in characters of both sides; it takes the most time. */
const pageCompared = 30_000;
/** Files whose difference is open from the start. */
const openFiles = 3;
/** Files listed at once. */
const pageFiles = 50;
/** How much of a long unchanged part is shown on either side of a change. */
const keptAround = 80;

/** Draws changed files, made or proposed, each with its diff below it, the first few open unless all are collapsed; long lists page by page. */
export function drawFileDiffs(
  parent: HTMLElement,
  files: readonly ProposedChange[],
  { areFolded = false }: { readonly areFolded?: boolean } = {},
): void {
  const list = parent.createDiv('lectern-diff-files');
  drawPages(list, files, pageFiles, 'diff.moreFiles', (body, page, from) => {
    for (const [index, file] of page.entries())
      drawFile(body, file, { isOpen: !areFolded && from + index < openFiles });
  });
}

interface DrawnFile {
  readonly isOpen: boolean;
  /** Shown in the place of its kind and path. */
  readonly name?: string;
}

/** One file with its diff; a folder has none. */
function drawFile(parent: HTMLElement, file: ProposedChange, { isOpen, name }: DrawnFile): void {
  if (file.isFolder === true) {
    drawHead(parent.createDiv('lectern-diff-file'), file, name);
    return;
  }
  const details = parent.createEl('details', { cls: 'lectern-diff-file' });
  drawHead(details.createEl('summary'), file, name);
  const body = details.createDiv('lectern-diff');
  body.setAttrs({ role: 'group', 'aria-label': t('diff.label', { file: placeOf(file) }), tabindex: 0 });
  let isDrawn = false;
  const draw = (): void => {
    if (isDrawn || !details.open) return;
    isDrawn = true;
    drawBody(body, file);
  };
  details.addEventListener('toggle', draw);
  details.open = isOpen;
  draw();
}

function drawHead(parent: HTMLElement, file: ProposedChange, name: string | undefined): void {
  if (name === undefined) {
    const kind = file.isPermanent === true ? 'deleteForGood' : file.kind;
    parent.createSpan({ cls: 'lectern-badge', text: t(`diff.${kind}`) });
  }
  parent.createSpan({ cls: 'lectern-diff-path', text: name ?? placeOf(file) });
}

function drawBody(body: HTMLElement, file: ProposedChange): void {
  const { kind, before, after, isLinking, newPath } = file;
  const addNote = (text: string): void => void body.createDiv({ cls: 'lectern-diff-note', text });
  if (isLinking === true && before === after) addNote(t('diff.linksFollow'));
  else if (newPath !== undefined && before === after) addNote(t('diff.sameText'));
  else if (before === undefined && after === undefined) addNote(t('diff.cannotShow'));
  else if (kind === 'edit' && (before === undefined || after === undefined)) addNote(t('diff.notKept'));
  else {
    const [old = '', fresh = ''] = [before, after];
    const rows = diffRows(old, fresh);
    if (rows.length === 0) addNote(t(kind === 'edit' ? 'diff.sameText' : 'diff.isEmpty'));
    drawPages(body, rows, pageRows, 'diff.moreLines', drawRows);
  }
}

/** Draws items page by page, with a button that shows more. */
function drawPages<T>(
  parent: HTMLElement,
  items: readonly T[],
  size: number,
  moreKey: 'diff.moreFiles' | 'diff.moreLines',
  draw: (body: HTMLElement, page: readonly T[], from: number) => void,
): void {
  const body = parent.createDiv();
  let shown = 0;
  const more = parent.createEl('button', { cls: 'lectern-diff-more' });
  const next = (): void => {
    draw(body, items.slice(shown, shown + size), shown);
    shown = Math.min(items.length, shown + size);
    const left = items.length - shown;
    more.setText(t(moreKey, { count: left }));
    more.toggle(left > 0);
  };
  more.addEventListener('click', next);
  next();
}

function drawRows(body: HTMLElement, rows: readonly DiffRow[]): void {
  let budget = pageCompared;
  for (const row of rows) {
    budget -= row.other === undefined ? 0 : row.text.length + row.other.length;
    drawRow(body, budget < 0 ? { kind: row.kind, text: row.text } : row);
  }
}

function drawRow(body: HTMLElement, row: DiffRow): void {
  const { kind } = row;
  const line = body.createDiv({ cls: `lectern-diff-row mod-${kind}` });
  line.createSpan({ cls: 'lectern-diff-sign', text: signs[kind], attr: { 'aria-hidden': 'true' } });
  const content = line.createSpan('lectern-diff-text');
  if (kind !== 'removed' && kind !== 'added') {
    content.setText(plainText(row));
    return;
  }
  const side = content.createEl(kind === 'removed' ? 'del' : 'ins');
  const runs = runsOf(row);
  for (const [index, run] of runs.entries()) {
    const isChanged = run.kind !== 'same' && row.other !== undefined;
    if (isChanged) side.createSpan({ cls: 'lectern-diff-word', text: visible(run.text) });
    else if (run.kind !== 'same') side.appendText(visible(run.text));
    else side.appendText(visible(shortened(run.text, index > 0, index < runs.length - 1)));
  }
}

/** What a row says that no difference is marked in. */
function plainText({ kind, text }: DiffRow): string {
  if (kind === 'skipped') return t('diff.skipped');
  if (kind === 'unended') return t('diff.unended');
  return kind === 'omitted' ? t('diff.omitted', { count: Number(text) }) : visible(text);
}

/** Of a long unchanged run, only the text next to the change. */
function shortened(text: string, isAfterChange: boolean, isBeforeChange: boolean): string {
  if (text.length <= 3 * keptAround) return text;
  const isWholeLine = isAfterChange === isBeforeChange;
  const start = isAfterChange || isWholeLine ? text.slice(0, keptAround) : '';
  const end = isBeforeChange || isWholeLine ? text.slice(-keptAround) : '';
  return `${start} … ${end}`;
}

function placeOf({ path, newPath }: ProposedChange): string {
  return visibleLine(newPath === undefined ? path : `${path} → ${newPath}`);
}

const signs: Readonly<Record<DiffRow['kind'], string>> = {
  same: ' ',
  removed: '−',
  added: '+',
  skipped: '⋯',
  unended: ' ',
  omitted: ' ',
};

const treeRows = 12;

/** What is deleted with a folder: its folders with their counts, and the files in them, each with its text on request. */
export function drawFolderTree(parent: HTMLElement, changes: readonly ProposedChange[]): void {
  const files = filesBelow(changes);
  const rows = [...changes].sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
  const top = depthOf(rows[0]);
  const list = parent.createDiv('lectern-tree');
  drawPages(list, rows, treeRows, 'diff.moreFiles', (body, page) => {
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

function filesBelow(changes: readonly ProposedChange[]): ReadonlyMap<string, string[]> {
  const below = new Map<string, string[]>();
  for (const { path, isFolder } of changes) {
    if (isFolder !== true) for (const folder of foldersAround(path)) addTo(below, folder, path);
  }
  return below;
}
