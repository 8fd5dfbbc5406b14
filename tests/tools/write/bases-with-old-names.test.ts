import { vaultForEach } from '../../support/open-vault';

/** All that is not about the old name is left out of these bases. */
const bases = {
  'Cards.base': 'views: [{type: cards, image: note.cover, imageFit: cover}]\n',
  'Older.base': 'views: [{type: cards, image: property.cover}]\n',
  'Widths.base': 'views: [{type: table, columnSize: {note.cover: 200}}]\n',
  'Settings.base': 'properties: {note.cover: {width: 3}, status: {width: 3}}\n',
  'Any of.base': `filters: '["area"].contains(tags[0])'\n`,
  'Each.base': `filters: 'file.tags.filter(value == "area").length > 0'\n`,
  'In list.base': `filters: 'list(tags).contains("area/one")'\n`,
  'Path.base': `filters: 'file.path == "Work/A.md"'\n`,
  'Part.base': `filters: 'file.path.contains("Work/A")'\n`,
  'Folders.base': `filters: '["Work"].contains(file.folder)'\n`,
  'Names.base': `filters: '["One", "x"].contains(file.name)'\n`,
  'Of a link.base': `filters: 'up.asFile().basename == "One"'\n`,
  'Not so.base': `filters: '!(status == "x" && file.hasTag("area"))'\n`,
  // Beside another field, or where a name is of something else.
  'Others.base': `filters: {and: ['note.name == "One"', 'name == "Work"', 'status == "area"']}\n`,
  'Of this.base': `filters: 'this.name == "One" || this["path"] == "One" || file.properties.name == "One"'\n`,
  'Chosen.base': `formulas: {f: 'if(file.name == "x", "One", "Work")', g: 'if(file.hasTag("x"), "area", "")'}\n`,
  'Apart.base': `filters: '!(status == "area" && file.hasTag("z"))'\n`,
  'Title.base': 'views: [{type: table, name: note.cover}]\n',
  'Folder of that name.base': `filters: 'file.inFolder("One") && file.name != "x"'\n`,
  'Folder by path.base': `filters: 'file.path.startsWith("One/")'\n`,
};

describe('bases with an old name', () => {
  const vault = vaultForEach({
    files: {
      ...bases,
      'Work/A.md': '---\ncover: x.png\nstatus: open\ntags: [area/one]\n---\n',
      'One.md': 'x\n',
    },
  });

  test.each([
    [
      'rename_property',
      { property: 'cover', newProperty: 'banner' },
      '"Cards.base", "Older.base", "Settings.base", "Widths.base".',
    ],
    [
      'rename_property',
      { property: 'status', newProperty: 'state' },
      '"Apart.base", "Not so.base", "Others.base", "Settings.base".',
    ],
    [
      'rename_tag',
      { from: 'area', to: 'field' },
      '"Any of.base", "Each.base", "In list.base", "Not so.base".',
    ],
    ['move', { path: 'Work', newPath: 'Job' }, '"Folders.base", "Part.base", "Path.base".'],
    ['move', { path: 'One.md', newPath: 'Two.md' }, '"Names.base", "Of a link.base".'],
  ])('%s with %j names those in which the name stands anywhere', async (tool, args, named) => {
    expect((await vault.ask(tool, args))['hints']).toContain(`Bases still use the old name: ${named}`);
  });
});
