import { browser } from '@wdio/globals';
import { equal } from 'node:assert/strict';
import { keepsAnOpenCanvas } from '../../checks/canvas';
import { keepsWhatIsTyped, readsWhatIsTyped } from '../../checks/typing';
import { succeed, textOf } from '../../support/app-under-test';
import { RealApp } from '../../support/real-app';

describe('E4: an edit within two seconds after a key', () => {
  let app: RealApp;
  beforeEach(async () => {
    app = await RealApp.open();
  });
  afterEach(async () => {
    await browser.executeObsidian(({ app: { workspace } }) => {
      workspace.detachLeavesOfType('markdown');
      workspace.detachLeavesOfType('canvas');
    });
    await app.close();
  });

  it('loses nothing that was typed', () => keepsWhatIsTyped(app));

  it('comes after a read that returns what was typed', () => readsWhatIsTyped(app));

  it('loses nothing that was drawn on an open canvas', () =>
    keepsAnOpenCanvas(app, async (path, content) => {
      await browser.executeObsidian(
        async ({ app: { vault, workspace }, obsidian }, name, data) => {
          const file = vault.getFileByPath(name);
          if (file === null) throw new Error(`No file ${name}`);
          const leaf = workspace.getLeaf('tab');
          await leaf.openFile(file);
          if (!(leaf.view instanceof obsidian.TextFileView))
            throw new Error('A canvas is no text file here.');
          leaf.view.setViewData(data, false);
          leaf.view.requestSave();
        },
        path,
        content,
      );
    }));

  it('loses nothing when the note is open in two panes', async () => {
    await app.write('Panes.md', 'one\ntwo\n');
    await app.openNote('Panes.md');
    await app.type('Panes.md', 'typed');
    await succeed(app, 'edit_note', { path: 'Panes.md', edits: [{ oldText: 'one', newText: 'ONE' }] });
    equal(await textOf(app, 'Panes.md'), 'ONE\ntwo\ntyped');
  });

  it('loses nothing when the note is in a window of its own', async () => {
    await app.write('Popout.md', 'one\ntwo\n');
    await browser.executeObsidian(async ({ app: { vault, workspace }, obsidian }) => {
      const leaf = workspace.openPopoutLeaf();
      const file = vault.getFileByPath('Popout.md');
      if (file !== null) await leaf.openFile(file);
      if (leaf.view instanceof obsidian.MarkdownView)
        leaf.view.editor.replaceRange('typed', { line: 2, ch: 0 });
    });
    await succeed(app, 'edit_note', { path: 'Popout.md', edits: [{ oldText: 'one', newText: 'ONE' }] });
    equal(await textOf(app, 'Popout.md'), 'ONE\ntwo\ntyped');
  });

  it('is shown in reading view', async () => {
    await app.write('Reading.md', 'one\ntwo\n');
    await app.openNote('Reading.md');
    await browser.executeObsidianCommand('markdown:toggle-preview');
    await succeed(app, 'edit_note', { path: 'Reading.md', edits: [{ oldText: 'one', newText: 'ONE' }] });
    equal(await textOf(app, 'Reading.md'), 'ONE\ntwo\n');
    equal(await app.shown(), 'ONE\ntwo\n');
  });
});
