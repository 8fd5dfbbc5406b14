import { browser } from '@wdio/globals';
import {
  createsAndOpens,
  deletesTheActiveNote,
  opensAtALine,
  opensNotes,
  tellsTheSelection,
  writesTheActiveNote,
} from '../../checks/workspace';
import { RealApp } from '../../support/real-app';

describe('E19: notes that are open', () => {
  let app: RealApp;
  beforeEach(async () => {
    app = await RealApp.open();
  });
  afterEach(async () => {
    await browser.executeObsidian(({ app: { workspace } }) => workspace.detachLeavesOfType('markdown'));
    await app.close();
  });

  it('are opened by open_note, in the active tab or a new one', () => opensNotes(app));
  it('are created by open_note on request', () => createsAndOpens(app));
  it('have the cursor on the line that open_note names', () => opensAtALine(app));
  it('are told by get_workspace with the selection', () =>
    tellsTheSelection(app, () =>
      browser.executeObsidian(({ app: { workspace }, obsidian }) => {
        const view = workspace.getActiveViewOfType(obsidian.MarkdownView);
        if (view === null) throw new Error('No note is open.');
        view.editor.setSelection({ line: 0, ch: 1 }, { line: 1, ch: 3 });
      }),
    ));
  it('are read and written as @active', () => writesTheActiveNote(app));
  it('are closed when @active is deleted', () => deletesTheActiveNote(app));
});
