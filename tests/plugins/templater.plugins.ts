import { eventually } from '../support/time/waiting';
import { type PluginVault, VaultWithPlugin } from './vault-with-plugin';

const files = {
  'T/Title.md': '# <% tp.file.title %> in <% tp.file.folder(true) %>\n<%* tR += "made" %>\n',
  'T/Plain.md': 'no commands in {{title}}\n',
  'T/Move.md': '<%* await tp.file.move("/Moved/" + tp.file.title) %>moved',
  'T/Rename.md': '<%* await tp.file.rename("Renamed") %>renamed',
  'T/Broken.md': '<% tp.nothing.there() %>',
  'T/Includes.md': '<% await tp.file.include("[[Part]]") %>!',
  'T/Hook.md':
    '<%* tp.hooks.on_all_templates_executed(async () => { const file = tp.file.find_tfile(tp.file.path(true)); await app.vault.adapter.write("hook.txt", await app.vault.read(file)); }) %>body',
  // Longer than Templater waits before it fills an empty note, which is 300 ms.
  'T/Slow.md': '<%* await new Promise(done => setTimeout(done, 800)) %>slow',
  'Part.md': 'part of <% tp.file.title %>',
  'Folder template.md': 'from the folder',
};

let vault: VaultWithPlugin;
afterEach(() => vault.close());

async function open(more: PluginVault = {}): Promise<void> {
  vault = await VaultWithPlugin.open('templater-obsidian', {
    files,
    settings: { runTemplater: true },
    ...more,
  });
}

const create = (args: Record<string, unknown>): Promise<Record<string, unknown>> =>
  vault.call('create_note', args);

describe('create_note with a template of Templater', () => {
  beforeEach(() => open());

  test.each([
    ['T/Title', 'New/Note', 'New/Note.md', '# Note in New\nmade\n'],
    ['T/Plain', 'Note', 'Note.md', 'no commands in Note\n'],
    ['T/Move', 'New/Note', 'Moved/Note.md', 'moved'],
    ['T/Rename', 'New/Note', 'New/Renamed.md', 'renamed'],
    ['T/Includes', 'Note', 'Note.md', 'part of Note!'],
  ])('%s makes %s into %s', async (template, path, made, text) => {
    expect(await create({ template, path })).toMatchObject({ path: made, created: true });
    expect(vault.text(made)).toBe(text);
    expect(vault.has(`${path}.md`)).toBe(made === `${path}.md`);
  });

  test('adds the content and properties of the call, and is taken back whole', async () => {
    const { changeId } = await create({
      ...{ template: 'T/Title', path: 'New/Note', content: 'more', frontmatter: { kind: 'x' } },
    });
    expect(vault.text('New/Note.md')).toBe('---\nkind: x\n---\n# Note in New\nmade\nmore\n');
    await vault.call('undo_change', { changeId });
    expect(vault.has('New')).toBe(false);
  });

  test('leaves nothing behind when the template fails', async () => {
    expect(await create({ template: 'T/Broken', path: 'New/Note' })).toMatchObject({
      error: { code: 'invalid_argument' },
    });
    expect(vault.has('New')).toBe(false);
  });

  test('lets the template see the finished note afterwards', async () => {
    await create({ template: 'T/Hook', path: 'Note' });
    await eventually(() => vault.has('hook.txt'));
    expect(vault.text('hook.txt')).toBe('body');
  });
});

test('where Templater itself fills new notes of the folder, it leaves a note alone that Lectern made from a template', async () => {
  await open({
    files: { ...files, 'New/There.md': '' },
    // Since 2.25 a setting of the device.
    asker: `this.app.saveLocalStorage('templater-local-settings', { trigger_on_file_creation: true });`,
    data: {
      data_version: 2,
      trigger_on_file_creation_mode: 'folder',
      folder_templates: [{ folder: 'New', template: 'Folder template.md' }],
    },
  });
  const isFilled = (path: string): Promise<void> =>
    eventually(() => vault.text(path) === 'from the folder', 20_000);
  await create({ path: 'New/Before', content: '' });
  await isFilled('New/Before.md');
  await create({ template: 'T/Slow', path: 'New/Note' });
  // Templater takes new notes in their order.
  await create({ path: 'New/After', content: '' });
  await isFilled('New/After.md');
  expect(vault.text('New/Note.md')).toBe('slow');
});
