import obsidianmd from 'eslint-plugin-obsidianmd';
import { defineConfig } from 'eslint/config';

/**
 * The rules of the review for Obsidian's directory, unmodified, on what its scanner reads: `npm run lint:review`.
 * The folders and files left out are those that the scanner leaves out by their names; see docs/architecture.md.
 */
export default defineConfig([
  {
    ignores: [
      '**/node_modules/**',
      '**/*.mjs',
      '**/*.cjs',
      '.cache',
      'main.js',
      'dist',
      'docs',
      'examples/vault/.obsidian',
      'pkg',
      'scripts',
      'tests',
    ],
  },
  ...obsidianmd.configs.recommended,
  {
    files: ['**/*.ts'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { noInlineConfig: true },
  },
]);
