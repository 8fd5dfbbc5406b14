import { type Editor, MarkdownView, type TFile, type WorkspaceLeaf } from 'obsidian';
import { ToolFailure } from '../../errors';
import { countLines } from '../../markdown/text/lines';
import { parseReference } from '../access/vault-path';
import type { CallerContext } from '../caller-context';
import { property } from '../plugins/plugin-api';
import { isNote } from '../access/visible-files';
import type { NoteCreator } from '../writing/notes/note-creator';
import type { WriteCall } from '../writing/pipeline/pipeline';
import { counted, cutText } from '../../utils/text/pieces';

/** What the user has open, as one caller sees it. */
interface WorkspaceState {
  activeNote?: string;
  /** Lines are 1-based and inclusive. */
  selection?: { path: string; startLine: number; endLine: number; text: string; truncated?: boolean };
  /** 1-based; the column in UTF-16 units. */
  cursor?: { line: number; column: number };
  openTabs: { path: string; active: boolean }[];
}

interface Opening {
  readonly path: string;
  readonly newTab: boolean;
  /** 1-based. */
  readonly line?: number | undefined;
  readonly createIfNeeded: boolean;
}

const maxTabs = 200;

/** The app's window, as one caller may see and control it. */
export class Workspace {
  constructor(
    private readonly context: CallerContext,
    private readonly creator: () => NoteCreator,
  ) {}

  /** Leaves out files that the caller may not see, and selections in them. @param maxChars of the selected text */
  state(maxChars: number): WorkspaceState {
    const active = this.context.files.activeFile();
    const view = this.noteView();
    const shown = view?.file === null || view?.file !== active ? undefined : view;
    return {
      ...(active !== undefined && isNote(active) ? { activeNote: active.path } : {}),
      ...(shown === undefined || active === undefined ? {} : inEditor(active.path, shown.editor, maxChars)),
      openTabs: this.tabs(),
    };
  }

  /**
   * Opens a note in the app; creates a missing one on request.
   * @throws ToolFailure `invalid_argument` for a line past the end, and like reading or creating a note
   */
  async open(
    { path, newTab, line, createIfNeeded }: Opening,
    call: WriteCall,
  ): Promise<{ path: string; created: boolean }> {
    const { app, notes } = this.context;
    const { file, created } = createIfNeeded
      ? await this.foundOrCreated(path, call)
      : { file: this.context.files.note(path), created: false };
    if (line !== undefined) checkLine(line, (await notes.readFile(file)).text);
    const leaf = app.workspace.getLeaf(newTab ? 'tab' : false);
    await leaf.openFile(file, {
      active: true,
      ...(line === undefined ? {} : { eState: { line: line - 1 } }),
    });
    return { path: file.path, created };
  }

  private async foundOrCreated(path: string, call: WriteCall): Promise<{ file: TFile; created: boolean }> {
    const { app, files } = this.context;
    const there = this.ifThere(path);
    if (there !== undefined) return { file: there, created: false };
    const answer = await this.creator().create({ path, content: '', ifExists: 'error' }, call);
    return { file: app.vault.getFileByPath(answer.path) ?? files.note(answer.path), created: true };
  }

  /** Does not require the right to write; only creating a missing note does. */
  private ifThere(path: string): TFile | undefined {
    const creates = ['path', 'periodic'].includes(parseReference(path).kind);
    try {
      return this.context.files.note(path);
    } catch (error) {
      if (creates && error instanceof ToolFailure && error.code === 'not_found') return undefined;
      throw error;
    }
  }

  /** The view of the active note, even while a sidebar or another program has the focus. */
  private noteView(): MarkdownView | undefined {
    const { workspace } = this.context.app;
    const active = workspace.getActiveViewOfType(MarkdownView);
    if (active !== null) return active;
    const recent = workspace.getMostRecentLeaf();
    const view = recent === null ? undefined : viewOf(recent);
    return view instanceof MarkdownView ? view : undefined;
  }

  /** Reads the state of each tab: the app creates the view of a background tab only when it is shown. */
  private tabs(): WorkspaceState['openTabs'] {
    const { app, files } = this.context;
    const recent = app.workspace.getMostRecentLeaf();
    const tabs: WorkspaceState['openTabs'] = [];
    const { leftSplit, rightSplit } = app.workspace;
    // `iterateRootLeaves` leaves out pop-out windows.
    app.workspace.iterateAllLeaves(leaf => {
      const root = leaf.getRoot();
      if (root === leftSplit || root === rightSplit) return;
      const path = property(leaf.getViewState().state, 'file');
      const file = typeof path === 'string' ? app.vault.getFileByPath(path) : null;
      if (file !== null && files.canSee(file) && tabs.length < maxTabs)
        tabs.push({ path: file.path, active: leaf === recent });
    });
    return tabs;
  }
}

/** Undefined if the leaf is empty or of an unknown kind. */
function viewOf(leaf: WorkspaceLeaf): unknown {
  return leaf.getViewState().type === 'markdown' ? property(leaf, 'view') : undefined;
}

/** An editor keeps its selection when it loses the focus. */
function inEditor(
  path: string,
  editor: Editor,
  maxChars: number,
): Pick<WorkspaceState, 'selection' | 'cursor'> {
  const head = editor.getCursor('head');
  const cursor = { line: head.line + 1, column: head.ch + 1 };
  const text = editor.getSelection();
  if (text === '') return { cursor };
  const from = editor.getCursor('from');
  const to = editor.getCursor('to');
  // A selection up to the start of a line ends on the line before.
  const endLine = to.ch === 0 && to.line > from.line ? to.line : to.line + 1;
  const cut = text.length > maxChars ? { truncated: true } : {};
  const shown = cutText(text, maxChars);
  return { selection: { path, startLine: from.line + 1, endLine, text: shown, ...cut }, cursor };
}

function checkLine(line: number, text: string): void {
  const count = countLines(text);
  if (line > Math.max(count, 1))
    throw new ToolFailure(
      'invalid_argument',
      `\`line\` is past the end: the note has ${counted(count, 'line')}.`,
    );
}
