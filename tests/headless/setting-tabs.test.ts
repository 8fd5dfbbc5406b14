import type { JSDOM } from 'jsdom';
import {
  ConfirmationModal,
  Modal,
  Notice,
  Plugin,
  PluginSettingTab,
  type SettingDefinitionItem,
} from 'obsidian';
import { closePage, openPage } from './page';
import { temporaryVault, type TemporaryVault } from './temporary-vault';

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
