import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentsOf } from '../../support/files/vault-contents';
import { type Answer, codeOf } from '../../support/clients';
import { base64Of, exe, gif, jpeg, mp3, mp4, pdf, png, zip } from '../../support/files/sample-files';
import { RuledVault } from '../../rules/vault-with-rules';

const files = {
  '.obsidian/app.json': '{"attachmentFolderPath":"Files"}',
  'Open/Note.md': 'note\r\n',
  'Open/Empty.md': '',
  'Open/torn.md': Buffer.from([0xff, 0xfe]),
  'Secret/s.md': 'secret\n',
  'Secret/pic.png': 'x',
};

let vault: RuledVault;
const start = async (
  more: Readonly<Record<string, string | Buffer>> = {},
  rules: Readonly<Record<string, unknown>> = {},
): Promise<void> => {
  vault = await RuledVault.start(
    { ...files, ...more },
    { agent: { deny: ['Secret'] }, narrow: { rights: 'write', allowWrite: ['Open'] } },
    { rules },
  );
};
/** A vault for calls that do not get in each other's way. */
let common: RuledVault | undefined;
const shared = async (): Promise<void> => {
  if (common === undefined) await start();
  common ??= vault;
  vault = common;
};
afterEach(async () => {
  if (vault !== common) await vault.close();
});
afterAll(() => common?.close());

const add = (args: Record<string, unknown>, who = 'agent'): Promise<Answer> =>
  vault.as(who).call('add_attachment', { data: base64Of(png), ...args });
const bytesAt = (path: string): Buffer => readFileSync(join(vault.lectern.folder.path, path));
/** The vault without the journal and the trash. */
const visible = (): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(contentsOf(vault.lectern.folder.path)).filter(([path]) => !path.startsWith('.')),
  );

describe('add_attachment', () => {
  test('puts the bytes into the app’s folder, embeds the file, and is undone as one change', async () => {
    await start();
    const before = visible();
    const answer = await add({ name: 'pic.png', note: 'Open/Note', embed: true });
    expect(answer.structured).toMatchObject({
      path: 'Files/pic.png',
      mediaType: 'image/png',
      size: png.length,
      note: 'Open/Note.md',
      embed: '![[Files/pic.png]]',
    });
    expect(answer.text).toBe(
      `created Files/pic.png · ${png.length} bytes · image/png · embedded in Open/Note.md as ![[Files/pic.png]] · ` +
        `versionId ${String(answer.structured['versionId'])} · changeId ${String(answer.structured['changeId'])}`,
    );
    expect(bytesAt('Files/pic.png').equals(png)).toBe(true);
    expect(vault.text('Open/Note.md')).toBe('note\r\n![[Files/pic.png]]\r\n');
    const undone = await vault.as('agent').call('undo_change', { changeId: answer.structured['changeId'] });
    expect(codeOf(undone)).toBe('ok');
    expect(visible()).toEqual(before);
    const redone = await vault.as('agent').call('undo_change', { changeId: undone.structured['changeId'] });
    expect(codeOf(redone)).toBe('ok');
    expect(bytesAt('Files/pic.png').equals(png)).toBe(true);
    expect(vault.text('Open/Note.md')).toBe('note\r\n![[Files/pic.png]]\r\n');
  });

  test('previews the path and the embed, and writes nothing', async () => {
    await start();
    const before = contentsOf(vault.lectern.folder.path);
    const answer = await add({ name: 'pic.png', note: 'Open/Note', embed: true, dryRun: true });
    expect(answer.structured).toMatchObject({
      path: 'Files/pic.png',
      embed: '![[Files/pic.png]]',
      dryRun: true,
    });
    expect(contentsOf(vault.lectern.folder.path)).toEqual(before);
  });

  test('takes the next free name, and never replaces a file', async () => {
    await start({ 'Files/pic.png': 'old', 'Files/PIC 1.png': 'old' });
    expect((await add({ name: 'pic.png' })).structured['path']).toBe('Files/pic 2.png');
    expect(vault.text('Files/pic.png')).toBe('old');
    expect(codeOf(await add({ name: 'Files/pic.png' }))).toBe('already_exists');
    expect((await add({ name: 'Files/new/pic.png' })).structured['path']).toBe('Files/new/pic.png');
    const both = await Promise.all(['a', 'b'].map(() => add({ name: 'twin.png' })));
    expect(both.map(({ structured }) => structured['path']).sort()).toEqual([
      'Files/twin 1.png',
      'Files/twin.png',
    ]);
  });

  test.each([
    ['/', 'Deep/In/Note', 'pic.png'],
    ['./', 'Deep/In/Note', 'Deep/In/pic.png'],
    ['./', undefined, 'pic.png'],
    ['./img', 'Deep/In/Note', 'Deep/In/img/pic.png'],
    ['./img', 'Root', 'img/pic.png'],
    ['A/B', 'Deep/In/Note', 'A/B/pic.png'],
    ['open', 'Deep/In/Note', 'Open/pic.png'],
  ])('gets the path that the app would use: folder %j, note %j', async (folder, note, path) => {
    await start({
      '.obsidian/app.json': JSON.stringify({ attachmentFolderPath: folder }),
      'Deep/In/Note.md': '',
      'Root.md': '',
    });
    const answer = await add({ name: 'pic.png', ...(note === undefined ? {} : { note }) });
    expect(answer.structured['path']).toBe(path);
    const { app } = vault.lectern.host;
    const noted = note === undefined ? '' : `${note}.md`;
    const again = await app.fileManager.getAvailablePathForAttachment('pic.png', noted);
    if (folder !== 'open') expect(again).toBe(path.replace('.png', ' 1.png'));
  });

  test.each([
    [{}, '![[Files/my pic (1).png]]'],
    [{ newLinkFormat: 'relative' }, '![[../Files/my pic (1).png]]'],
    [{ useMarkdownLinks: true, newLinkFormat: 'absolute' }, '![my pic (1)](Files/my%20pic%20%281%29.png)'],
  ])('embeds with the app’s link format: %j', async (settings, embed) => {
    await start({
      '.obsidian/app.json': JSON.stringify({ attachmentFolderPath: 'Files', ...settings }),
    });
    const answer = await add({ name: 'my pic (1).png', note: 'Open/Empty.md', embed: true });
    expect(answer.structured['embed']).toBe(embed);
    expect(vault.text('Open/Empty.md')).toBe(embed);
    const links = await vault.as('agent').call('get_links', { path: 'Files/my pic (1).png' });
    expect(JSON.stringify(links.structured)).toContain('Open/Empty.md');
  });

  test('embeds by the bare name for a token that sees the whole vault', async () => {
    await start();
    const one = await add({ name: 'one.png', note: 'Open/Note', embed: true }, 'owner');
    expect(one.structured['embed']).toBe('![[one.png]]');
    const two = await add({ name: 'pic.png', note: 'Open/Note', embed: true }, 'owner');
    expect(two.structured['embed']).toBe('![[Files/pic.png]]');
  });

  test.each([
    ['pic.png', png, 'image/png'],
    ['pic.GIF', gif, 'image/gif'],
    ['pic.jpeg', jpeg, 'image/jpg'],
    ['song.mp3', mp3, 'audio/mpeg'],
    ['film.mp4', mp4, 'video/mp4'],
    ['paper.pdf', pdf, 'application/pdf'],
    ['data.zip', zip, 'application/zip; x=1'],
    ['table.csv', Buffer.from('a,ü\n'), 'text/csv'],
    ['drawing.svg', Buffer.from('<?xml version="1.0"?>\n<svg/>'), 'image/svg+xml'],
  ])('takes %s', async (name, content, mediaType) => {
    await shared();
    const answer = await add({ name, data: base64Of(content), mediaType });
    expect(codeOf(answer)).toBe('ok');
    expect(bytesAt(String(answer.structured['path'])).equals(content)).toBe(true);
  });

  test('finds the ending by the media type', async () => {
    await start();
    for (const name of ['pic', 'Shot 10.30.12']) {
      const answer = await add({ name, mediaType: 'image/jpeg', data: base64Of(jpeg) });
      expect(answer.structured['path']).toBe(`Files/${name}.jpg`);
    }
  });

  test.each([
    ['a program', { name: 'run.exe', data: base64Of(exe) }, 'unsupported_file'],
    ['a script', { name: 'run.sh', data: base64Of('#!/bin/sh') }, 'unsupported_file'],
    ['a web page', { name: 'page.html', data: base64Of('<p>') }, 'unsupported_file'],
    ['a note', { name: 'note.md', data: base64Of('text') }, 'unsupported_file'],
    ['a canvas', { name: 'board.canvas', data: base64Of('{}') }, 'unsupported_file'],
    ['a name without an extension', { name: 'pic' }, 'unsupported_file'],
    ['an unknown media type', { name: 'pic', mediaType: 'text/html' }, 'unsupported_file'],
    ['a program named as a picture', { name: 'run.png', data: base64Of(exe) }, 'unsupported_file'],
    ['bytes named as text', { name: 'a.txt', data: base64Of(Buffer.from([0xff])) }, 'unsupported_file'],
    ['text with a NUL', { name: 'a.csv', data: base64Of('a\0b') }, 'unsupported_file'],
    ['a page named as a drawing', { name: 'a.svg', data: base64Of('<html>') }, 'unsupported_file'],
    ['another media type', { name: 'pic.png', mediaType: 'image/gif' }, 'invalid_argument'],
    ['base64 with a line break', { name: 'pic.png', data: `${base64Of(png)}\n` }, 'invalid_argument'],
    ['base64 without padding', { name: 'pic.png', data: 'iVBORw0' }, 'invalid_argument'],
    ['base64 with lost bits', { name: 'pic.png', data: 'iVBORx==' }, 'invalid_argument'],
    ['the URL alphabet', { name: 'pic.png', data: 'iVBO-_==' }, 'invalid_argument'],
    ['a data URL', { name: 'pic.png', data: 'data:image/png;base64,AAAA' }, 'invalid_argument'],
    ['an embed without a note', { name: 'pic.png', embed: true }, 'invalid_argument'],
    ['more than 1 MB', { name: 'a.txt', data: base64Of('x'.repeat(1024 * 1024 + 1)) }, 'too_large'],
    ['a path out of the vault', { name: '../../pic.png' }, 'invalid_path'],
    ['a path in a hidden folder', { name: '.obsidian/pic.png' }, 'invalid_path'],
    ['a dot file', { name: '.png', mediaType: 'image/png' }, 'invalid_path'],
    ['a backslash', { name: 'a\\pic.png' }, 'invalid_path'],
    ['a control character', { name: 'a\npic.png' }, 'invalid_path'],
    ['a reserved name', { name: 'con.png' }, 'invalid_path'],
    ['a drive', { name: 'c:pic.png' }, 'invalid_path'],
    ['a name that no link holds', { name: 'pic#1.png' }, 'invalid_path'],
    ['a name of spaces', { name: ' .png' }, 'invalid_path'],
    ['an alternate stream', { name: 'pic.png:x.png' }, 'invalid_path'],
  ])('refuses %s and changes nothing', async (_what, args, code) => {
    await shared();
    const before = contentsOf(vault.lectern.folder.path);
    expect(codeOf(await add(args))).toBe(code);
    expect(contentsOf(vault.lectern.folder.path)).toEqual(before);
  });

  test('takes exactly 1 MB', async () => {
    await start();
    const answer = await add({ name: 'a.txt', data: base64Of('x'.repeat(1024 * 1024)) });
    expect(answer.structured['size']).toBe(1024 * 1024);
  });

  test.each([false, true])('gives the same result for hidden and absent notes; embed %j', async embed => {
    await start();
    const hidden = await add({ name: 'pic.png', note: 'Secret/s', embed });
    const absent = await add({ name: 'pic.png', note: 'Secret/z', embed });
    expect(codeOf(hidden)).toBe(embed ? 'permission_denied' : 'not_found');
    expect(hidden.text).toBe(absent.text.replace('Secret/z', () => 'Secret/s'));
    expect(hidden.structured).toEqual(
      JSON.parse(JSON.stringify(absent.structured).replace('Secret/z', () => 'Secret/s')),
    );
    expect(codeOf(await add({ name: 'Secret/pic.png' }))).toBe('permission_denied');
    expect(codeOf(await add({ name: 'Secret/none.png' }))).toBe('permission_denied');
  });

  test('writes only where the token may, also into the folder of the app’s setting', async () => {
    await start();
    expect(codeOf(await add({ name: 'pic.png' }, 'narrow'))).toBe('permission_denied');
    expect(existsSync(join(vault.lectern.folder.path, 'Files'))).toBe(false);
    expect(codeOf(await add({ name: 'Open/pic.png' }, 'narrow'))).toBe('ok');
  });

  test('changes nothing when the note cannot take the embed', async () => {
    await start();
    const before = visible();
    expect(codeOf(await add({ name: 'pic.png', note: 'Open/torn', embed: true }))).toBe('unsupported_file');
    expect(codeOf(await add({ name: 'pic.png', note: 'Open/None', embed: true }))).toBe('not_found');
    expect(visible()).toEqual(before);
  });

  test('waits for an approval that names the added file', async () => {
    const questions: string[] = [];
    let agree = false;
    vault = await RuledVault.start(
      files,
      {},
      {
        rules: { approval: { edit: 'ask' } },
        approver: question => {
          questions.push(question);
          return Promise.resolve(agree);
        },
      },
    );
    const before = visible();
    expect(codeOf(await add({ name: 'pic.png', note: 'Open/Note', embed: true }, 'owner'))).toBe(
      'approval_refused',
    );
    expect(visible()).toEqual(before);
    expect(questions[0]).toContain(
      `Add Files/pic.png (image/png, ${png.length} bytes) and embed it in Open/Note.md`,
    );
    agree = true;
    expect(codeOf(await add({ name: 'pic.png', note: 'Open/Note', embed: true }, 'owner'))).toBe('ok');
  });

  test('is refused while the vault is read-only', async () => {
    await start({}, { readOnly: true });
    expect(codeOf(await add({ name: 'pic.png' }))).toBe('permission_denied');
  });
});
