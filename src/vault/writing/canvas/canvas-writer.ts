import { type TAbstractFile, TFile } from 'obsidian';
import { ToolFailure } from '../../../errors';
import { type CanvasOperation, type EditedCanvas, editCanvas } from '../../../markdown/canvas/canvas-edit';
import { isCanvasPath } from '../../../markdown/canvas/canvas-file';
import { sha256 } from '../../../platform';
import { isNote } from '../../access/visible-files';
import type { ChangeAction } from '../../journal/records';
import type { NoteContent } from '../../reading/notes';
import { checkVersion } from '../notes/if-match';
import { storable } from '../notes/whole-note';
import type { Plan, WriteCall } from '../pipeline/pipeline';
import { type WriteResult, writeResult } from '../write-result';
import type { WriterContext } from '../writer-context';

interface CanvasChange {
  readonly path: string;
  readonly operations: readonly CanvasOperation[];
  readonly ifMatch?: string | undefined;
}

interface CanvasResult extends WriteResult {
  /** Ids of the new nodes and edges, in the order of the operations. */
  added: string[];
  /** Ids of the edges that were removed with their nodes. */
  removedEdges: string[];
}

/** In bytes; larger canvases are not read for their links either. */
const maxBytes = 4_000_000;

export class CanvasWriter {
  constructor(private readonly context: WriterContext) {}

  /** @throws ToolFailure as `editCanvas`, `version_conflict`, and as for any write */
  async edit(change: CanvasChange, call: WriteCall): Promise<CanvasResult> {
    const { pipeline, authority } = this.context;
    const outcome = await pipeline.run({
      call,
      authority,
      targets: () => [this.canvas(change.path).path],
      plan: () => this.plan(change, call.signal),
    });
    const { added, removedEdges } = outcome.plan.edited;
    const answer = await writeResult(outcome, call, pipeline.loop(call.signal));
    return { ...answer, added: [...added], removedEdges: [...removedEdges] };
  }

  private async plan(
    { path, operations, ifMatch }: CanvasChange,
    signal: AbortSignal,
  ): Promise<Plan & { readonly edited: EditedCanvas }> {
    const { notes } = this.context;
    const file = this.canvas(path);
    if (file.stat.size > maxBytes) throw new ToolFailure('too_large', 'The canvas is larger than 4 MB.');
    const before = await notes.readFile(file, signal);
    await checkVersion(before, ifMatch, this.context);
    const edited = editCanvas(before.text, operations, {
      newId: newIds(before),
      filePath: named => this.fileOf(named).path,
    });
    const text = storable(edited.text);
    return { steps: [{ kind: 'edit', file, before, text }], edited, action: actionOf(operations, edited) };
  }

  /** May be named without its extension, and by its name alone, like notes in the note tools. */
  private canvas(path: string): TFile {
    const { files, targets } = this.context;
    const withExtension = path.startsWith('[[') ? undefined : files.otherFile(`${path}.canvas`);
    const there = files.otherFile(path) ?? withExtension ?? this.anyAt(path);
    targets.allow(there.path);
    if (there instanceof TFile && there.extension === 'canvas') return there;
    throw new ToolFailure('unsupported_file', 'This is not a canvas: its name does not end in ".canvas".', {
      hint: isNote(there) ? 'Use `edit_note` for notes.' : '`read_attachment` reads files of other kinds.',
    });
  }

  /** @throws ToolFailure as `WriteTargets.any` */
  private anyAt(path: string): TAbstractFile {
    const { files, targets } = this.context;
    try {
      return targets.any(path);
    } catch (error) {
      if (!(error instanceof ToolFailure) || error.code !== 'not_found') throw error;
      throw new ToolFailure('not_found', 'There is no canvas with this name.', {
        candidates: files.near.to(path, file => isCanvasPath(file.path)),
        hint: [
          'Create an empty one with `create_note` and a path that ends in ".canvas".',
          'Use the path of a file that ends in ".canvas".',
        ],
      });
    }
  }

  /** A file that a card may show: one that the caller sees. */
  private fileOf(named: string): TFile {
    const { files } = this.context;
    return files.otherFile(named) ?? files.note(named);
  }
}

/**
 * 16 hex digits each, like Obsidian's own ids. Derived from the canvas, so that a plan that is made again
 * after an approval or a preview has the same ones (docs/decisions/0088).
 */
function newIds({ path, versionId }: NoteContent): () => string {
  let count = 0;
  return () => {
    count += 1;
    return sha256(`${path}\n${versionId}\n${count}`).slice(0, 16);
  };
}

function actionOf(operations: readonly CanvasOperation[], { removedEdges }: EditedCanvas): ChangeAction {
  const number = (action: CanvasOperation['action']): number =>
    operations.filter(one => one.action === action).length;
  return {
    kind: 'editCanvas',
    added: { cards: number('add_node'), arrows: number('add_edge') },
    changed: { cards: number('update_node'), arrows: number('update_edge') },
    // Arrows are removed with their cards.
    removed: { cards: number('remove_node'), arrows: number('remove_edge') + removedEdges.length },
  };
}
