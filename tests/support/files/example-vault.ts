import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { Start } from '../lectern';

/** The vault in which the examples of `list` are true. */
export const exampleFiles = {
  'README.md': 'root',
  'notes.txt': 'text',
  'draft.tmp': 'x',
  'projects/alpha.md':
    '---\ntitle: Alpha\nstatus: open\npriority: 2\ntags: [work/alpha]\ndue: 2026-03-01\n---\nbody',
  'projects/beta.md': '---\nstatus: done\npriority: 10\naliases: [B, Second]\n---\nbody #work',
  'projects/archive/old.md': 'old',
  'projects/archive/old.tmp': 'x',
  'projects/plan.canvas': '{}',
  'archive/2024.md': 'archived',
  'Daily/2026-01-01.md': 'day',
  'Daily/2026-01-02.md': 'day',
};

const then = new Date('2025-06-01T12:00:00Z');

/** All files are of one moment but `README.md`, which was modified half an hour before 2026. */
export const exampleStart: Start = {
  files: exampleFiles,
  prepare: folder => {
    for (const path of Object.keys(exampleFiles)) utimesSync(join(folder.path, path), then, then);
    utimesSync(join(folder.path, 'README.md'), then, new Date('2025-12-31T23:30:00Z'));
  },
};
