/** One change of properties or tags in several notes. */
import { type Answer, codeOf, type TestClient } from '../../support/clients';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
import { notesOf } from '../../support/files/vault-contents';

const files = {
  'A.md': '---\r\nstatus: open # kept\r\ntags: [work]\r\n---\r\nText #idea\r\n',
  'B.md': 'No properties. #work\n',
  'Projects/C.md': '---\nstatus: open\n---\nc\n',
  'Projects/Deep/D.md': '---\nstatus: done\ntags: [work]\n---\nd\n',
  'Projects.md': 'A note named like a folder.\n',
  'Inbox/E.md': 'e\n',
  'Broken.md': '---\nstatus: [a\n---\nb\n',
  'Closed/F.md': '---\nstatus: open\n---\n#work\n',
};
const someToken = 'lct_a-token-with-some-rules';

let lectern: RunningLectern;
let client: TestClient;
beforeEach(async () => {
  lectern = await RunningLectern.start({
    files,
    settings: {
      tokens: [
        { name: 'some', value: someToken, rights: 'full', allowWrite: ['Projects/**', 'A.md', 'B.md'] },
      ],
    },
  });
  client = await lectern.connect();
});
afterEach(() => lectern.close());

const now = (): Record<string, string> => notesOf(lectern.folder.path);
const setDone = (args: object): Promise<Answer> =>
  client.call('update_frontmatter', { set: { status: 'done' }, ...args });

describe('notes named in `paths`', () => {
  test('get the same properties in one change, which one undo takes back byte for byte', async () => {
    const before = now();
    const { structured } = await setDone({ paths: ['A', 'B.md', 'Projects/C', '[[A]]'] });
    expect(structured).toMatchObject({ filesChanged: 3, count: 3 });
    expect(now()).toEqual({
      ...before,
      'A.md': '---\r\nstatus: done # kept\r\ntags: [work]\r\n---\r\nText #idea\r\n',
      'B.md': '---\nstatus: done\n---\nNo properties. #work\n',
      'Projects/C.md': '---\nstatus: done\n---\nc\n',
    });
    expect(codeOf(await client.call('undo_change', { changeId: structured['changeId'] }))).toBe('ok');
    expect(now()).toEqual(before);
  });

  test('get and lose the same tags in one change', async () => {
    const before = now();
    const { structured } = await client.call('update_tags', {
      paths: ['A', 'B', 'Inbox/E'],
      add: ['new'],
      remove: ['work', 'idea'],
    });
    expect(now()).toEqual({
      ...before,
      'A.md': '---\r\nstatus: open # kept\r\ntags: [new]\r\n---\r\nText\r\n',
      'B.md': '---\ntags:\n  - new\n---\nNo properties.\n',
      'Inbox/E.md': '---\ntags:\n  - new\n---\ne\n',
    });
    await client.call('undo_change', { changeId: structured['changeId'] });
    expect(now()).toEqual(before);
  });

  test('are only previewed by a dry run, and told as one change where they change equally', async () => {
    const before = now();
    const { structured, text } = await setDone({ paths: ['A', 'Projects/C'], dryRun: true });
    expect(structured).toMatchObject({ filesChanged: 2, dryRun: true });
    expect(text).toContain('would change A.md');
    expect(now()).toEqual(before);
  });

  test.each<[string, object, string]>([
    ['one that is not there', { paths: ['A', 'None'] }, 'not_found'],
    ['one whose properties cannot be read', { paths: ['A', 'Broken'] }, 'invalid_frontmatter'],
    ['another number than is expected', { paths: ['A', 'B'], expectedCount: 3 }, 'version_conflict'],
    ['a path beside them', { paths: ['A'], path: 'B' }, 'invalid_argument'],
    ['a version', { paths: ['A'], ifMatch: 'x' }, 'invalid_argument'],
    ['more than five hundred', { paths: Array.from({ length: 501 }, () => 'A') }, 'invalid_argument'],
    ['none', { paths: [] }, 'invalid_argument'],
  ])('are all left for %s', async (_name, args, code) => {
    const before = now();
    expect(codeOf(await setDone(args))).toBe(code);
    expect(now()).toEqual(before);
  });

  test('are all left where a rule closes one of them, and the failure says which', async () => {
    const some = await lectern.connect('2026', someToken);
    const before = now();
    const paths = ['A', 'Closed/F'];
    const answer = await some.call('update_frontmatter', { paths, set: { status: 'done' } });
    expect(codeOf(answer)).toBe('permission_denied');
    expect(field(answer.structured, 'error', 'message')).toMatch(/^Path 2 /u);
    expect(codeOf(await some.call('update_tags', { paths, add: ['x'] }))).toBe('permission_denied');
    expect(now()).toEqual(before);
  });
});

describe('notes selected by filters', () => {
  const all = ['A.md', 'B.md', 'Closed/F.md', 'Projects/Deep/D.md'];

  test('are previewed first, and changed by the number of the preview', async () => {
    const before = now();
    const { structured: preview } = await setDone({ tag: 'work' });
    expect(preview).toMatchObject({ count: 4, filesChanged: 3, dryRun: true });
    expect(field(preview, 'hints', 0)).toContain('expectedCount: 4');
    expect(now()).toEqual(before);
    const { structured } = await setDone({ tag: 'work', expectedCount: 4 });
    expect(structured).toMatchObject({ count: 4, filesChanged: 3 });
    expect(Object.keys(now()).filter(path => now()[path]?.includes('status: done'))).toEqual(all);
    await client.call('undo_change', { changeId: structured['changeId'] });
    expect(now()).toEqual(before);
  });

  test.each<[string, object, string[]]>([
    ['a folder', { path: 'Projects/' }, ['Projects/C.md', 'Projects/Deep/D.md']],
    ['a folder without a note of its name', { path: 'Inbox' }, ['Inbox/E.md']],
    ['a condition', { where: ['status=open'] }, ['A.md', 'Closed/F.md', 'Projects/C.md']],
    ['a folder and a tag', { folder: 'Projects/', tag: '#work' }, ['Projects/Deep/D.md']],
    ['a property that is missing', { path: 'Inbox', where: ['!status'] }, ['Inbox/E.md']],
  ])('are those of %s', async (_name, args, paths) => {
    const before = now();
    const call = { add: ['seen'], ...args };
    const { structured } = await client.call('update_tags', call);
    expect(structured).toMatchObject({ count: paths.length, dryRun: true });
    expect(now()).toEqual(before);
    await client.call('update_tags', { ...call, expectedCount: paths.length });
    expect(
      Object.keys(now())
        .filter(path => now()[path] !== before[path])
        .sort(),
    ).toEqual(paths);
  });

  test('are left where there are others than expected', async () => {
    const before = now();
    expect(codeOf(await setDone({ tag: 'work', expectedCount: 3 }))).toBe('version_conflict');
    expect(codeOf(await setDone({ where: ['status~'], expectedCount: 3 }))).toBe('invalid_query');
    expect(codeOf(await setDone({ expectedCount: 8 }))).toBe('invalid_argument');
    expect(codeOf(await setDone({ tag: 'work', confirm: 4 }))).toBe('invalid_argument');
    expect(codeOf(await setDone({ where: [] }))).toBe('invalid_argument');
    expect(codeOf(await setDone({}))).toBe('invalid_argument');
    expect(now()).toEqual(before);
  });

  test('may be none, which is answered with hints', async () => {
    const { structured } = await setDone({ tag: 'wrok' });
    expect(structured).toMatchObject({ count: 0, filesChanged: 0 });
    expect(field(structured, 'hints', 0)).toEqual(expect.stringContaining('work'));
  });

  test('are all left where a rule closes one of them', async () => {
    const some = await lectern.connect('2026', someToken);
    const before = now();
    const call = { tag: 'work', set: { status: 'done' }, expectedCount: 4 };
    expect(codeOf(await some.call('update_frontmatter', call))).toBe('permission_denied');
    expect(now()).toEqual(before);
  });
});

test('a note that has the name of a folder is the one that its name means', async () => {
  const { structured } = await setDone({ path: 'Projects' });
  expect(structured).toMatchObject({ path: 'Projects.md', changed: true });
});
