import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expected, firstWrong, type Occasion, type Operation } from './operation';

const scratch = (name: string): string => `Scratch/${name}.md`;

export const writing: readonly Operation[] = [
  {
    name: 'update_note: append',
    tool: 'update_note',
    limit: 'note',
    args: ({ run }) => ({ path: scratch('Append'), mode: 'append', content: `- entry ${run}` }),
    wrong: ({ structured }, occasion) =>
      firstWrong(
        expected('changed', structured['changed'], true),
        expected('end of the file', onDisk(occasion, 'Append').endsWith(`- entry ${occasion.run}\n`), true),
      ),
  },
  {
    name: 'update_frontmatter',
    tool: 'update_frontmatter',
    limit: 'note',
    args: ({ run }) => ({ path: scratch('Properties'), set: { count: run + 1 } }),
    wrong: ({ structured }, occasion) =>
      firstWrong(
        expected('changed', structured['changed'], true),
        expected(
          'file',
          onDisk(occasion, 'Properties'),
          textOf(occasion, 'Properties').replace('count: 0', () => `count: ${occasion.run + 1}`),
        ),
      ),
  },
  {
    name: 'edit_note',
    tool: 'edit_note',
    limit: 'note',
    args: ({ run }) => ({
      path: scratch('Edit'),
      edits: [{ oldText: `${wordOf(run)} line.`, newText: `${wordOf(run + 1)} line.` }],
    }),
    wrong: ({ structured }, occasion) =>
      firstWrong(
        expected('changed', structured['changed'], true),
        expected('edit', onDisk(occasion, 'Edit').includes(`\n${wordOf(occasion.run + 1)} line.\n`), true),
      ),
  },
  {
    name: 'patch_note: below a heading',
    tool: 'patch_note',
    limit: 'note',
    args: ({ run }) => ({
      path: scratch('Patch'),
      operation: 'append',
      targetType: 'heading',
      target: 'Patch::Log',
      content: `- item ${run}`,
    }),
    wrong: ({ structured }, occasion) =>
      firstWrong(
        expected('changed', structured['changed'], true),
        expected('item', onDisk(occasion, 'Patch').includes(`\n- item ${occasion.run}\n`), true),
      ),
  },
  {
    name: 'list_changes',
    tool: 'list_changes',
    args: () => ({ limit: 20 }),
    wrong: ({ structured }) => expected('changes', Array.isArray(structured['changes']), true),
  },
];

function wordOf(run: number): string {
  return run % 2 === 0 ? 'First' : 'Second';
}

function onDisk({ vault }: Occasion, name: string): string {
  return readFileSync(join(vault, scratch(name)), 'utf8');
}

function textOf({ truth }: Occasion, name: string): string {
  return truth.scratch.find(({ path }) => path === scratch(name))?.text ?? '';
}
