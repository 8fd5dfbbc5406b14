import { base64Of, png } from './files/sample-files';

const data = base64Of(png);

/** Calls of every writing tool on one path. */
export function writesAt(path: string): readonly (readonly [string, Record<string, unknown>])[] {
  return [
    ['create_note', { path, content: 'x' }],
    ['update_note', { path, mode: 'append', content: 'x' }],
    ['update_note', { path, mode: 'overwrite', content: 'x', overwriteIfExists: true }],
    ['patch_note', { path, operation: 'append', targetType: 'heading', target: 'H', content: 'x' }],
    ['edit_note', { path, edits: [{ oldText: 'secret', newText: 'x' }] }],
    ['edit_notes', { changes: [{ path, edits: [{ oldText: 'secret', newText: 'x' }] }] }],
    ['update_frontmatter', { path, set: { a: 1 } }],
    ['update_tags', { path, add: ['x'] }],
    ['add_attachment', { name: `${path}/f.png`, data }],
    ['add_attachment', { name: 'Open/new.png', data, note: path, embed: true }],
    ['create_folder', { path: `${path}/f` }],
    ['move', { path, newPath: 'Open/taken-out' }],
    ['move', { path: 'Open/o', newPath: path }],
    ['delete', { path }],
  ];
}
