import { ItemView, type WorkspaceLeaf } from 'obsidian';
import { temporaryVault, type TemporaryVault } from './temporary-vault';
import { withPage } from './page';

withPage();

class SampleView extends ItemView {
  readonly log: string[] = [];

  getViewType(): string {
    return 'sample-view';
  }

  getDisplayText(): string {
    return 'Sample';
  }

  protected override onOpen(): Promise<void> {
    this.contentEl.setText('shown');
    this.log.push('opened');
    return Promise.resolve();
  }

  protected override onClose(): Promise<void> {
    this.log.push('closed');
    return Promise.resolve();
  }
}

describe('the workspace', () => {
  let vault: TemporaryVault;

  beforeEach(async () => {
    vault = await temporaryVault({
      'Note.md': 'root',
      'A/Note.md': 'a',
      'A/Deep/Only.md': 'only',
      'Long folder/Note.md': 'long',
      'B/Other Note.md': 'other',
      'B/picture.png': 'png',
    });
  });

  afterEach(() => vault.close());

  const workspace = () => vault.host.app.workspace;

  test('has no active file before one is opened', async () => {
    expect(workspace().getActiveFile()).toBeNull();
    expect(workspace().activeEditor).toBeNull();
    const opened: (string | undefined)[] = [];
    workspace().on('file-open', file => opened.push(file?.path));
    await workspace().openLinkText('Only', 'Note.md');
    await workspace().openLinkText('Note', 'A/Note.md', true);
    expect(opened).toEqual(['A/Deep/Only.md', 'Note.md']);
    expect(workspace().getActiveFile()?.path).toBe('Note.md');
    expect(workspace().getLastOpenFiles()).toEqual(['Note.md', 'A/Deep/Only.md']);
    expect(workspace().getLeavesOfType('markdown')).toHaveLength(2);
  });

  test('does not make a note for a link that leads nowhere', async () => {
    await expect(workspace().openLinkText('Nowhere', '')).rejects.toThrow('Workspace.openLinkText');
    expect(vault.host.app.vault.getFileByPath('Nowhere.md')).toBeNull();
  });

  test('runs callbacks for the layout once, and immediately if it is ready', async () => {
    const log: string[] = [];
    workspace().onLayoutReady(() => log.push('early'));
    expect(log).toEqual([]);
    await vault.host.becomeReady();
    await vault.host.becomeReady();
    workspace().onLayoutReady(() => log.push('late'));
    expect(log).toEqual(['early', 'late']);
    expect(workspace().layoutReady).toBe(true);
  });

  test('opens the view of a plugin and closes it', async () => {
    const made: SampleView[] = [];
    const { internals } = vault.host;
    const maker = (leaf: unknown) => {
      if (!isLeaf(leaf)) throw new Error('no leaf');
      const view = new SampleView(leaf);
      made.push(view);
      return view;
    };
    const register: unknown = Reflect.get(internals.workspace, 'registerView');
    if (typeof register === 'function') register.call(internals.workspace, 'sample-view', maker);
    await workspace().getLeaf(true).setViewState({ type: 'sample-view', active: true });
    expect(workspace().getActiveViewOfType(SampleView)).toBe(made[0]);
    expect(made[0]?.contentEl.getText()).toBe('shown');
    workspace().detachLeavesOfType('sample-view');
    await Promise.resolve();
    expect(made[0]?.log).toEqual(['opened', 'closed']);
    expect(workspace().getLeavesOfType('sample-view')).toEqual([]);
  });
});

function isLeaf(value: unknown): value is WorkspaceLeaf {
  return typeof value === 'object' && value !== null && 'openFile' in value;
}

describe('finding what a link names', () => {
  let vault: TemporaryVault;

  beforeEach(async () => {
    vault = await temporaryVault({
      'Note.md': '',
      'A/Note.md': '',
      'A/Deep/Only.md': '',
      'Long folder/Twin.md': '',
      'B/Twin.md': '',
      'C/Twin.md': '',
      'B/picture.png': '',
    });
  });

  afterEach(() => vault.close());

  test.each([
    ['the exact path wins over the own folder', 'Note', 'A/Deep/Only.md', 'Note.md'],
    ['the exact path wins even beside the source', 'Note', 'A/Note.md', 'Note.md'],
    ['a suffix of the path is enough', 'Deep/Only', 'Note.md', 'A/Deep/Only.md'],
    ['the own folder comes next', 'Twin', 'Long folder/x.md', 'Long folder/Twin.md'],
    ['then the shortest path, then the alphabet', 'Twin', 'A/Note.md', 'B/Twin.md'],
    ['case does not matter', 'dEEP/oNLY.MD', 'Note.md', 'A/Deep/Only.md'],
    ['a subpath is cut off', 'Only#Heading', 'Note.md', 'A/Deep/Only.md'],
    ['nothing is the source itself', '#Heading', 'A/Note.md', 'A/Note.md'],
    ['dots count from the source', '../Note', 'A/Deep/Only.md', 'A/Note.md'],
    ['dots do not fall back', './Only', 'Note.md', undefined],
    ['dots do not leave the vault', '../../Note', 'A/Note.md', undefined],
    ['other files go by their whole name', 'picture.png', 'Note.md', 'B/picture.png'],
    ['a part of a name is not enough', 'win', 'Note.md', undefined],
  ])('%s', (_rule, link, source, found) => {
    expect(vault.host.app.metadataCache.getFirstLinkpathDest(link, source)?.path).toBe(found);
  });

  test('follows new, moved and removed files', async () => {
    const { vault: app, metadataCache } = vault.host.app;
    const find = (link: string) => metadataCache.getFirstLinkpathDest(link, 'Note.md')?.path;
    expect(find('Fresh')).toBeUndefined();
    const made = await app.create('A/Fresh.md', '');
    expect(find('Fresh')).toBe('A/Fresh.md');
    await app.rename(made, 'B/Fresh.md');
    expect(find('Fresh')).toBe('B/Fresh.md');
    await app.delete(made);
    expect(find('Fresh')).toBeUndefined();
  });
});
