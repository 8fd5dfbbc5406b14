import {
  type Editor,
  MarkdownView,
  TextFileView,
  ConfirmationModal,
  Modal,
  Notice,
  Plugin,
  PluginSettingTab,
  type SettingDefinitionItem,
} from 'obsidian';
import { readFileSync, writeFileSync } from 'node:fs';
import type { JSDOM } from 'jsdom';
import { doNotFakeBut } from '../support/time/fake-time';
import { eventually } from '../support/time/waiting';
import { temporaryVault, type TemporaryVault } from './temporary-vault';
import { closePage, openPage } from './page';

let vault: TemporaryVault;
beforeEach(async () => {
  vault = await temporaryVault({ 'Note.md': 'one\r\ntwo\nthree', 'Other.md': 'other', 'pic.png': 'x' });
});
afterEach(() => vault.close());

const workspace = () => vault.host.app.workspace;

async function open(path: string, eState?: Record<string, unknown>): Promise<MarkdownView> {
  const file = vault.host.app.vault.getFileByPath(path);
  if (file === null) throw new Error('no such file');
  await workspace()
    .getLeaf()
    .openFile(file, eState === undefined ? {} : { eState });
  const view = workspace().getActiveViewOfType(MarkdownView);
  if (view === null) throw new Error('no view');
  return view;
}

async function editorOf(path: string): Promise<Editor> {
  return (await open(path)).editor;
}

describe('the view of a note', () => {
  test('knows its file and its text, and is the active editor', async () => {
    const view = await open('Note.md');
    expect([view.file?.path, view.getViewData(), view.getDisplayText()]).toEqual([
      'Note.md',
      'one\r\ntwo\nthree',
      'Note',
    ]);
    expect(workspace().activeEditor?.editor).toBe(view.editor);
    expect(workspace().getLeaf().view).toBe(view);
    expect(() => view.currentMode).toThrow('does not imitate');
  });

  test('follows changes of the file, and keeps the cursor inside', async () => {
    const { editor, file } = await open('Note.md');
    editor.setCursor(2, 4);
    if (file !== null) await vault.host.app.vault.process(file, () => 'one\nt');
    await eventually(() => editor.getValue() === 'one\nt');
    expect([editor.getValue(), editor.getCursor()]).toEqual(['one\nt', { line: 1, ch: 1 }]);
  });

  test('begins at the line that it is opened with', async () => {
    expect((await open('Note.md', { line: 1 })).editor.getCursor()).toEqual({ line: 1, ch: 0 });
    expect((await open('Note.md')).editor.getCursor()).toEqual({ line: 0, ch: 0 });
  });

  test('is closed with its file, and replaced by the next opened file', async () => {
    const { file } = await open('Note.md');
    await open('Other.md');
    expect(workspace().getLeavesOfType('markdown')).toHaveLength(1);
    const other = workspace().getActiveFile();
    if (file === null || other === null) throw new Error('no file');
    await vault.host.app.fileManager.trashFile(file);
    expect(workspace().getActiveFile()).toBe(other);
    await vault.host.app.fileManager.trashFile(other);
    expect([workspace().getActiveFile(), workspace().activeEditor]).toEqual([null, null]);
  });

  test('of another kind is not supported', async () => {
    const file = vault.host.app.vault.getFileByPath('pic.png');
    const leaf = workspace().getLeaf();
    if (file !== null) await leaf.openFile(file);
    expect(leaf.getViewState().type).toBe('image');
    expect(() => leaf.view).toThrow('does not imitate');
  });
});

describe('its editor', () => {
  test('counts lines and columns from 0, whatever the line endings', async () => {
    const editor = await editorOf('Note.md');
    expect([editor.lineCount(), editor.lastLine(), editor.getLine(1), editor.getLine(9)]).toEqual([
      3,
      2,
      'two',
      '',
    ]);
    expect(editor.getRange({ line: 0, ch: 1 }, { line: 1, ch: 1 })).toBe('ne\nt');
    expect([editor.posToOffset({ line: 2, ch: 1 }), editor.offsetToPos(9), editor.offsetToPos(99)]).toEqual([
      9,
      { line: 2, ch: 1 },
      { line: 2, ch: 5 },
    ]);
  });

  test('knows both ends of a selection, in whichever direction it was made', async () => {
    const editor = await editorOf('Note.md');
    editor.setSelection({ line: 1, ch: 2 }, { line: 0, ch: 1 });
    expect(editor.getSelection()).toBe('ne\ntw');
    expect((['from', 'to', 'head', 'anchor'] as const).map(side => editor.getCursor(side))).toEqual([
      { line: 0, ch: 1 },
      { line: 1, ch: 2 },
      { line: 0, ch: 1 },
      { line: 1, ch: 2 },
    ]);
    editor.blur();
    expect([editor.somethingSelected(), editor.hasFocus()]).toEqual([true, false]);
    editor.setCursor({ line: 99, ch: 0 });
    expect([editor.somethingSelected(), editor.getCursor()]).toEqual([false, { line: 2, ch: 5 }]);
  });

  test('names unsupported members', async () => {
    const editor = await editorOf('Note.md');
    expect(() => editor.undo()).toThrow('does not imitate Editor.undo');
  });
});

describe('text that is typed', () => {
  const onDisk = (path = 'Other.md'): string => readFileSync(vault.at(path), 'utf8');
  const unsaved = (view: object): unknown => Reflect.get(view, 'dirty');
  const tick = { advanceTimers: false, doNotFake: doNotFakeBut('setTimeout', 'clearTimeout') } as const;
  afterEach(() => jest.useRealTimers());

  test('is saved two seconds after the last key', async () => {
    jest.useFakeTimers(tick);
    const view = await open('Other.md');
    view.editor.replaceSelection('an');
    jest.advanceTimersByTime(1500);
    view.editor.replaceSelection('');
    expect([view.getViewData(), onDisk(), unsaved(view)]).toEqual(['another', 'other', true]);
    jest.advanceTimersByTime(1999);
    expect(unsaved(view)).toBe(true);
    jest.advanceTimersByTime(1);
    jest.useRealTimers();
    await eventually(() => onDisk() === 'another');
    expect(unsaved(view)).toBe(false);
  });

  test('is saved at once when that is asked for, and when its tab is closed', async () => {
    const view = await open('Other.md');
    view.editor.setValue('asked');
    await view.save();
    expect([onDisk(), unsaved(view)]).toEqual(['asked', false]);
    view.editor.setValue('closed');
    await open('Note.md');
    expect(onDisk()).toBe('closed');
  });

  test('is merged with what another program writes, and the user gets a notice', async () => {
    const { view, write } = await typing('one\ntwo\nthree\n', 'one\ntwo\nthree\nfour typed\n');
    await write('ONE\ntwo\nthree\n');
    await eventually(() => view.getViewData().includes('ONE'));
    expect([view.getViewData(), unsaved(view)]).toEqual(['ONE\ntwo\nthree\nfour typed\n', true]);
    expect(vault.host.notices).toEqual([
      '"Other" has been modified externally, merging changes automatically.',
    ]);
  });

  test('is dropped where it cannot be merged with the text of another program', async () => {
    const { view, write } = await typing('one\ntwo\nthree\n', 'one\ntwo typed\nthree\n');
    await write('quite\nanother\ntext\n');
    await eventually(() => view.getViewData().includes('quite'));
    expect(view.getViewData()).toBe('quite\nanother\ntext\n');
  });

  async function typing(text: string, typed: string) {
    const view = await open('Other.md');
    const { file } = view;
    if (file === null) throw new Error('no file');
    const write = (written: string) => vault.host.app.vault.process(file, () => written);
    await write(text);
    await eventually(() => view.getViewData() === text);
    view.editor.setValue(typed);
    return { view, write };
  }
});

describe('a canvas', () => {
  test('is a view of text, which saves as that of a note does', async () => {
    writeFileSync(vault.at('Board.canvas'), '{}');
    await vault.host.app.vault.adapter.write('Board.canvas', '{"nodes":[]}');
    const file = vault.host.app.vault.getFileByPath('Board.canvas');
    const leaf = workspace().getLeaf();
    if (file !== null) await leaf.openFile(file);
    const { view } = leaf;
    if (!(view instanceof TextFileView)) throw new Error('no view of text');
    expect([view.getViewType(), view.getViewData()]).toEqual(['canvas', '{"nodes":[]}']);
    view.setViewData('{"nodes":[],"edges":[]}', false);
    view.requestSave();
    await view.save();
    expect(readFileSync(vault.at('Board.canvas'), 'utf8')).toBe('{"nodes":[],"edges":[]}');
  });
});

describe('tabs in a window of their own', () => {
  test('are not in the main area, but are leaves like all others', async () => {
    await open('Note.md');
    const popout = workspace().openPopoutLeaf();
    const file = vault.host.app.vault.getFileByPath('Other.md');
    if (file !== null) await popout.openFile(file);
    const [main, all]: [string[], string[]] = [[], []];
    workspace().iterateRootLeaves(leaf => main.push(leaf.getDisplayText()));
    workspace().iterateAllLeaves(leaf => all.push(leaf.getDisplayText()));
    expect([main, all]).toEqual([['Note'], ['Note', 'Other']]);
    expect(workspace().getMostRecentLeaf()).toBe(popout);
    expect(popout.getRoot()).not.toBe(workspace().rootSplit);
  });
});

describe('settings of plugins that are not loaded', () => {
  test('are those of plugins that are switched on, read each time', async () => {
    await vault.close();
    vault = await temporaryVault({
      '.obsidian/community-plugins.json': '["on", "bare"]',
      '.obsidian/plugins/on/data.json': '{"a": 1}',
      '.obsidian/plugins/off/data.json': '{"a": 1}',
    });
    const settings = (id: string): unknown => vault.host.services.pluginSettings(id);
    expect(['on', 'off', 'bare', '../on'].map(settings)).toEqual([{ a: 1 }, undefined, undefined, undefined]);
    writeFileSync(vault.at('.obsidian/plugins/on/data.json'), '{"a": 2}');
    expect(settings('on')).toEqual({ a: 2 });
  });
});

const manifest = {
  id: 'sample',
  name: 'Sample',
  version: '1.0.0',
  minAppVersion: '1.13.0',
  author: '',
  description: '',
};

class Tab extends PluginSettingTab {
  asked = 0;
  clicked: number[] = [];
  cleaned = 0;

  constructor(private readonly sample: Sample) {
    super(sample.app, sample);
  }

  override getSettingDefinitions(): SettingDefinitionItem[] {
    this.asked += 1;
    const items: SettingDefinitionItem[] = [
      { name: 'Alone', desc: 'A row outside any group.' },
      {
        type: 'group',
        heading: 'Server',
        items: [
          {
            name: 'Port',
            control: {
              type: 'number',
              key: 'port',
              validate: value => (value > 1023 ? undefined : 'Choose a port above 1023.'),
            },
          },
          { name: 'Read only', control: { type: 'toggle', key: 'readOnly' } },
          {
            name: 'Address',
            visible: () => this.sample.settings.readOnly,
            control: { type: 'text', key: 'host', defaultValue: '127.0.0.1' },
          },
          { name: 'Restart', action: (_el, index) => this.clicked.push(index) },
        ],
      },
      {
        type: 'list',
        heading: 'Tokens',
        emptyState: 'No tokens yet.',
        addItem: { name: 'Add a token', action: () => this.clicked.push(-1) },
        items: [],
      },
      {
        type: 'page',
        name: 'Tools',
        displayValue: () => '2 of 3',
        items: [
          {
            name: 'Inside',
            render: setting => {
              setting.addButton(button => button.setButtonText('Go').setCta());
              return () => (this.cleaned += 1);
            },
          },
        ],
      },
    ];
    return items;
  }
}

class Sample extends Plugin {
  override settings = { port: 27_150, readOnly: false };
  readonly tab = new Tab(this);
  onSaved = (): void => undefined;

  override async saveData(data: unknown): Promise<void> {
    await super.saveData(data);
    this.onSaved();
  }

  override onload(): void {
    this.addSettingTab(this.tab);
  }
}

const later = () => new Promise(done => setImmediate(done));

describe('the settings of a plugin', () => {
  let vault: TemporaryVault;
  let page: JSDOM;
  let sample: Sample;

  beforeEach(async () => {
    page = openPage();
    vault = await temporaryVault();
    const { instance } = await vault.host.loadPlugin(Sample, manifest);
    if (!(instance instanceof Sample)) throw new Error('another plugin');
    sample = instance;
    vault.host.internals.setting.openTabById('sample');
  });

  afterEach(async () => {
    await vault.close();
    closePage(page);
  });

  const rows = () => sample.tab.containerEl.findAll('.setting-item:not(.setting-item-heading)');

  const row = (name: string): HTMLElement => {
    const found = rows().find(one => one.find('.setting-item-name').textContent === name);
    if (found === undefined) throw new Error(`no row ${name}`);
    return found;
  };

  const enter = async (name: string, value: string): Promise<void> => {
    const input = row(name).querySelector('input');
    if (input === null) throw new Error('no input');
    input.value = value;
    input.dispatchEvent(new page.window.Event('input'));
    await later();
  };

  test('are drawn from their definitions, with the class names of the app', () => {
    expect(rows().map(one => one.find('.setting-item-name').textContent)).toEqual([
      'Alone',
      'Port',
      'Read only',
      'Address',
      'Restart',
      'Tools',
    ]);
    expect(sample.tab.containerEl.findAll('.setting-item-heading').map(one => one.textContent)).toEqual([
      'Server',
      'Tokens',
    ]);
    expect(row('Alone').find('.setting-item-description').textContent).toBe('A row outside any group.');
    expect(row('Port').querySelector('input')?.value).toBe('27150');
    expect(row('Tools').find('.setting-display-value').textContent).toBe('2 of 3');
    expect(sample.tab.containerEl.textContent).toContain('No tokens yet.');
  });

  test('are saved when the user enters a valid value', async () => {
    const saved = new Promise<void>(resolve => {
      sample.onSaved = resolve;
    });
    await enter('Port', '2000');
    expect(sample.settings.port).toBe(2000);
    await saved;
    expect(await sample.loadData()).toEqual({ port: 2000, readOnly: false });
  });

  test('are not saved when the value is not valid, and the row says why', async () => {
    await enter('Port', '80');
    expect(sample.settings.port).toBe(27_150);
    expect(row('Port').textContent).toContain('Choose a port above 1023.');
    await enter('Port', '8080');
    expect(row('Port').textContent).not.toContain('above 1023');
  });

  test('show and hide rows as they change', async () => {
    expect(row('Address').isShown()).toBe(false);
    const toggle = row('Read only').find('.checkbox-container');
    expect(toggle.hasClass('is-enabled')).toBe(false);
    toggle.click();
    await later();
    await later();
    expect(sample.settings.readOnly).toBe(true);
    sample.tab.refreshDomState();
    expect(row('Address').isShown()).toBe(true);
    expect(row('Address').querySelector('input')?.value).toBe('127.0.0.1');
  });

  test('run the actions of rows and lists', () => {
    row('Restart').click();
    sample.tab.containerEl.find('.setting-list .extra-setting-button').click();
    expect(sample.tab.clicked).toEqual([3, -1]);
  });

  test('open a page and come back', () => {
    row('Tools').click();
    expect(rows().map(one => one.find('.setting-item-name').textContent)).toEqual(['Inside']);
    expect(sample.tab.containerEl.find('button.mod-cta').textContent).toBe('Go');
    sample.tab.containerEl.find('.setting-page-back').click();
    expect(sample.tab.cleaned).toBe(1);
    expect(rows()).toHaveLength(6);
  });

  test('leave an open page when they are opened again', () => {
    row('Tools').click();
    sample.tab.update();
    expect(rows()).toHaveLength(6);
    expect(row('Tools')).toBeDefined();
  });

  test('are requested when the tab is added and on each update, not when it is opened', () => {
    const { setting } = vault.host.internals;
    expect(sample.tab.asked).toBe(1);
    setting.close();
    setting.openTabById('sample');
    expect(sample.tab.asked).toBe(1);
    sample.tab.update();
    expect(sample.tab.asked).toBe(2);
  });

  test('keep their rows when they are drawn again, with any elements that were added to them', () => {
    const [port, restart] = [row('Port'), row('Restart')];
    port.createDiv('left-over');
    sample.tab.update();
    expect([row('Port'), row('Restart')]).toEqual([port, restart]);
    expect(port.querySelectorAll('.left-over')).toHaveLength(1);
    expect(port.querySelectorAll('input')).toHaveLength(1);
    row('Restart').click();
    expect(sample.tab.clicked).toEqual([3]);
  });

  test('are removed with the plugin', async () => {
    await vault.host.close();
    expect(page.window.document.body.childElementCount).toBe(0);
  });

  test('dialogs open, ask and close', async () => {
    const answers: string[] = [];
    const modal = new ConfirmationModal(vault.host.app);
    modal.setTitle('Allow this?').setCloseCallback(() => answers.push('closed'));
    modal.addButton(button =>
      button
        .setButtonText('Allow')
        .setCta()
        .onClick(() => void answers.push('allowed')),
    );
    modal.addCancelButton();
    modal.open();
    const { body } = page.window.document;
    expect(body.querySelector('.modal-title')?.textContent).toBe('Allow this?');
    expect(modal.buttonContainerEl.findAll('button').map(one => one.textContent)).toEqual([
      'Allow',
      'Cancel',
    ]);
    modal.buttonContainerEl.find('.mod-cta').click();
    await later();
    expect(answers).toEqual(['allowed', 'closed']);
    expect(body.querySelector('.modal-container')).toBeNull();
  });
});

describe('without a document', () => {
  let vault: TemporaryVault;

  beforeEach(async () => {
    vault = await temporaryVault();
  });

  afterEach(() => vault.close());

  test('a notice goes to the log, and can be taken back', () => {
    new Notice('First.').setMessage('Second.').hide();
    expect(vault.host.notices).toEqual(['First.', 'Second.']);
  });

  test('making an element throws an error that says what is missing', () => {
    expect(() => new Modal(vault.host.app)).toThrow('There is no document for elements.');
  });
});
