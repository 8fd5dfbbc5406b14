import { readFileSync } from 'node:fs';
import { MarkdownView, TextFileView, type TFile } from 'obsidian';
import type { Cancellable } from '../../../src/platform';
import { saveOpenEditors } from '../../../src/vault/app/open-editors';
import { OutdatedPlan, VaultOperations } from '../../../src/vault/writing/pipeline/vault-operations';
import { Reversal } from '../../../src/vault/writing/undo/reversal';
import { temporaryVault, type TemporaryVault } from '../../headless/temporary-vault';

let vault: TemporaryVault;
/** The waits that were started, milliseconds; each is over at once. */
let waits: number[];
let hanging: Hanging | undefined;

beforeEach(async () => {
  vault = await temporaryVault({ 'Note.md': 'one\n' });
  waits = [];
  hanging = undefined;
});
afterEach(async () => {
  hanging?.end();
  await vault.close();
});

function noTime(milliseconds: number, run: () => void): Cancellable {
  waits.push(milliseconds);
  setImmediate(run);
  return { cancel: () => undefined };
}

const onDisk = (): string => readFileSync(vault.at('Note.md'), 'utf8');

function note(): TFile {
  const file = vault.host.app.vault.getFileByPath('Note.md');
  if (file === null) throw new Error('No note.');
  return file;
}

/** A view with unsaved text whose save does not end. */
class Hanging extends TextFileView {
  readonly dirty = true;
  private readonly ends: (() => void)[] = [];

  getViewType(): string {
    return 'hanging';
  }

  getViewData(): string {
    return 'typed';
  }

  setViewData(): void {
    this.data = 'typed';
  }

  clear(): void {
    this.data = '';
  }

  override save(): Promise<void> {
    return new Promise(resolve => this.ends.push(resolve));
  }

  /** Else the vault could not be closed. */
  end(): void {
    this.save = () => Promise.resolve();
    for (const end of this.ends) end();
  }
}

async function openHanging(): Promise<void> {
  const leaf = vault.host.app.workspace.getLeaf('tab');
  const view = new Hanging(leaf);
  await leaf.open(view);
  view.file = note();
  hanging = view;
}

async function type(text: string): Promise<void> {
  const leaf = vault.host.app.workspace.getLeaf('tab');
  await leaf.openFile(note());
  if (!(leaf.view instanceof MarkdownView)) throw new Error('No note.');
  leaf.view.editor.replaceRange(text, { line: 0, ch: 0 });
}

describe('a view whose save never ends', () => {
  test('is given up after a second', async () => {
    await openHanging();
    expect(await saveOpenEditors(vault.host.app, 'Note.md', noTime)).toBe('stuck');
    expect(waits).toEqual([1000]);
  });

  test('makes an edit of its note busy, and not planned anew', async () => {
    await openHanging();
    const operations = new VaultOperations(vault.host.app, noTime);
    await expect(operations.edit(note(), 'one\n', 'two\n')).rejects.toMatchObject({ code: 'busy' });
    expect(onDisk()).toBe('one\n');
  });

  test('makes a move of its note busy', async () => {
    await openHanging();
    const operations = new VaultOperations(vault.host.app, noTime);
    const move = operations.run({
      kind: 'move',
      file: note(),
      isFolder: false,
      newPath: 'Other.md',
      contents: [{ path: 'Note.md', newPath: 'Other.md', size: 4 }],
      linked: [],
      withLinks: true,
      mayAsk: false,
    });
    await expect(move).rejects.toMatchObject({ code: 'busy' });
    expect(onDisk()).toBe('one\n');
  });
});

describe('text typed after a change', () => {
  const changed = { kind: 'edit', path: 'Note.md', before: bytes('zero\n'), after: bytes('one\n') } as const;

  function reversal(): Reversal {
    return new Reversal(vault.host.app, new VaultOperations(vault.host.app));
  }

  test('is seen before the change is taken back, which then leaves the note alone', async () => {
    await type('typed ');
    expect(await reversal().revert([changed])).toEqual({ isWhole: true, left: ['Note.md'] });
    expect(onDisk()).toBe('typed one\n');
  });

  test('makes an edit that was planned before it outdated', async () => {
    await type('typed ');
    const operations = new VaultOperations(vault.host.app);
    await expect(operations.edit(note(), 'one\n', 'two\n')).rejects.toThrow(OutdatedPlan);
    expect(onDisk()).toBe('typed one\n');
  });
});

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
