import { type Attack, callOf } from '../attack';
import { hostileNotes, pathOf } from '../hostile-notes';

const kinds = Object.keys(hostileNotes);
const preview = { dryRun: true };

/** Editing one large note, as a preview: the planning is what takes its time. */
export const writingAttacks: readonly Attack[] = [
  ...kinds.map(kind =>
    callOf(`patch_note heading ${kind}`, 'patch_note', {
      path: pathOf(kind),
      targetType: 'heading',
      target: kind === 'ordinary-20mb' ? 'Part 400' : 'h7',
      operation: 'append',
      content: 'more',
      ...preview,
    }),
  ),
  ...['headings', 'one-letter', 'blank-lines', 'ordinary-20mb'].flatMap(kind => [
    callOf(`edit_note ${kind}`, 'edit_note', {
      path: pathOf(kind),
      edits: [{ oldText: 'no such text', newText: 'x' }],
      ...preview,
    }),
    callOf(`update_note append ${kind}`, 'update_note', {
      path: pathOf(kind),
      mode: 'append',
      content: 'x',
      ...preview,
    }),
    callOf(`update_tags ${kind}`, 'update_tags', { path: pathOf(kind), add: ['new'], ...preview }),
    callOf(`update_frontmatter ${kind}`, 'update_frontmatter', {
      path: pathOf(kind),
      set: { key: 'value' },
      ...preview,
    }),
  ]),
  callOf('update_note append ordinary-20mb, written', 'update_note', {
    path: pathOf('ordinary-20mb'),
    mode: 'append',
    content: 'x',
  }),
  callOf('patch_note heading ordinary-20mb, written', 'patch_note', {
    path: pathOf('ordinary-20mb'),
    targetType: 'heading',
    target: 'Part 400',
    operation: 'append',
    content: 'more',
  }),
  callOf('patch_note block', 'patch_note', {
    path: pathOf('blocks'),
    targetType: 'block',
    target: 'id5',
    operation: 'append',
    content: 'more',
    ...preview,
  }),
  callOf('rename_tag', 'rename_tag', { from: 'tag1', to: 'tag-one', ...preview }),
  callOf('update_frontmatter of 90,000 keys', 'update_frontmatter', {
    path: 'Attack target.md',
    set: Object.fromEntries(Array.from({ length: 90_000 }, (_item, index) => [`k${index}`, index])),
    ...preview,
  }),
  callOf('create_note of 9 MB', 'create_note', {
    path: 'Made by an attack.md',
    content: 'some words\n'.repeat(820_000),
    ...preview,
  }),
  callOf('create_note from a template of 9 MB', 'create_note', {
    path: 'Made by an attack 2.md',
    content: '',
    template: 'Hostile/template.md',
    ...preview,
  }),
];
