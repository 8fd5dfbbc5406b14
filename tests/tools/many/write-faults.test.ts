import { failDisk } from '../../support/disk-faults';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
import { base64Of, png } from '../../support/files/sample-files';
import { notesOf } from '../../support/files/vault-contents';

const files = { 'a.md': '---\np: 1\n---\n# A\nA #t\n', 'b.md': 'B [[a]] #t\n', 'F/c.md': 'C [[a#A]]\n' };

const calls: readonly (readonly [string, Record<string, unknown>])[] = [
  ['create_note', { path: 'N/deep/n', content: 'x' }],
  ['update_note', { path: 'a', mode: 'append', content: 'x' }],
  [
    'edit_notes',
    {
      changes: ['a', 'b', 'F/c'].map(path => ({ path, edits: [{ startLine: 1, endLine: 1, newText: 'x' }] })),
    },
  ],
  ['add_attachment', { name: 'N/deep/pic.png', data: base64Of(png), note: 'a', embed: true }],
  ['rename_tag', { from: 't', to: 'u' }],
  ['replace_in_notes', { find: '[[a', replace: '[[ a', confirm: 2 }],
  ['rename_heading', { path: 'a', heading: 'A', newHeading: 'B' }],
  ['rename_property', { property: 'p', newProperty: 'q' }],
  ['merge_notes', { from: 'a', into: 'b' }],
  ['delete', { path: 'F', recursive: true }],
  ['move', { path: 'a', newPath: 'G/a2' }],
];

async function versionsOf(lectern: RunningLectern): Promise<Record<string, unknown>> {
  const client = await lectern.connect();
  const { structured } = await client.call('stat', { paths: Object.keys(files) });
  return Object.fromEntries(
    [structured['items']].flat().map(item => [String(field(item, 'path')), field(item, 'versionId')]),
  );
}

/** Edits by line need the version. */
function withVersions(
  args: Record<string, unknown>,
  versions: Record<string, unknown>,
): Record<string, unknown> {
  if (!Array.isArray(args['changes'])) return args;
  const changes = args['changes'].map((change: unknown) => ({
    path: field(change, 'path'),
    edits: field(change, 'edits'),
    ifMatch: versions[`${String(field(change, 'path'))}.md`],
  }));
  return { changes };
}

test.each(calls)(
  '%s on a disk that fails at any moment is done completely or not at all',
  async (tool, args) => {
    let whole: Record<string, string> | undefined;
    for (let nth = 1; nth < 60; nth += 1) {
      const lectern = await RunningLectern.start({ files });
      try {
        const client = await lectern.connect();
        const given = withVersions(args, await versionsOf(lectern));
        const before = notesOf(lectern.folder.path);
        const disk = failDisk(lectern, {
          code: 'ENOSPC',
          fails: operation => operation === nth || operation === nth + 1,
        });
        const { structured, isError } = await client.call(tool, given);
        const hasFailed = disk.hasFailed();
        disk.repair();
        const after = notesOf(lectern.folder.path);
        if (isError) {
          expect([nth, field(structured, 'error', 'code')]).toEqual([nth, 'storage_error']);
          // A second fault while it was taken back: the next start does the rest.
          if (!String(field(structured, 'error', 'message')).includes('only part of it'))
            expect([nth, after]).toEqual([nth, before]);
        } else if (whole !== undefined) expect([nth, after]).toEqual([nth, whole]);
        if (!isError) expect(after).not.toEqual(before);
        if (!hasFailed) {
          expect(isError).toBe(false);
          return;
        }
        if (!isError) whole = after;
      } finally {
        await lectern.close();
      }
    }
    throw new Error('The faults never ended.');
  },
);
