import obsidianmd from 'eslint-plugin-obsidianmd';
import regexp from 'eslint-plugin-regexp';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import boundedNeedles from './scripts/lint/bounded-needles.cjs';
import domMembers from './scripts/lint/dom-members.cjs';

const lectern = { rules: { 'bounded-needles': boundedNeedles, 'dom-members': domMembers } };
const typescript = ['src/**/*.ts', 'pkg/**/*.ts', 'tests/**/*.ts'];

/** Code that a reviewer would have to argue about; see CONTRIBUTING.md for the reasons. */
const banned = [
  {
    selector: "NewExpression[callee.name='RegExp']",
    message: 'A pattern from outside can hang the app: use re2js (src/search).',
  },
  {
    selector: "CallExpression[callee.name='RegExp']",
    message: 'A pattern from outside can hang the app: use re2js (src/search).',
  },
  {
    selector:
      'CallExpression[callee.property.name=/^replace(All)?$/][arguments.length=2] > :not(Literal, ArrowFunctionExpression, FunctionExpression).arguments:nth-child(2)',
    message: 'A replacement string expands $& and corrupts notes: pass a function.',
  },
  {
    selector: 'MemberExpression[property.name=/^(inner|outer)HTML$/]',
    message: 'Build elements, never markup.',
  },
];

const wholeZod = {
  selector: "ImportDeclaration[source.value='zod'] > :not(ImportNamespaceSpecifier).specifiers",
  message: "Write `import * as z from 'zod'`: the named `z` brings all of zod into the bundle.",
};

export default defineConfig([
  {
    ignores: [
      'node_modules',
      'dist',
      'main.js',
      'coverage',
      'tests/fixtures',
      'examples',
      '*.config.mjs',
      'package-lock.json',
      'scripts/**',
      'tests/app/node_modules',
      'pkg/bench/**/*.mjs',
      'tests/support/jest/*.mjs',
    ],
  },
  { files: ['src/**/*.ts'], extends: [obsidianmd.configs.recommended] },
  {
    files: typescript,
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      globals: { ...globals.node },
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error', noInlineConfig: true },
    rules: {
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      // Crashes on files without overloads in 8.73; we write no overloads.
      '@typescript-eslint/unified-signatures': 'off',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'no-restricted-syntax': ['error', ...banned],
      'max-lines': ['error', { max: 500 }],
      'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }],
      eqeqeq: 'error',
      'no-var': 'error',
      'prefer-const': 'error',
    },
  },
  {
    // Most patterns here meet text from notes and from clients. Those of tests and scripts meet our own.
    files: ['src/**/*.ts', 'pkg/**/*.ts'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': 'error',
      // A sticky pattern is tried at one place only.
      'regexp/no-super-linear-move': ['error', { ignorePartial: false }],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/utils/text/text-search.ts'],
    plugins: { lectern },
    rules: { 'lectern/bounded-needles': 'error' },
  },
  {
    files: ['src/**/*.ts'],
    plugins: { lectern },
    rules: {
      // Of Obsidian's installer 1.5.8, the oldest.
      'lectern/dom-members': ['error', 120],
      'no-restricted-syntax': ['error', ...banned, wholeZod],
    },
  },
  {
    files: ['tests/**/*.ts', 'pkg/bench/**/*.ts'],
    rules: {
      // A describe block is a chapter, not a function.
      'max-lines-per-function': 'off',
    },
  },
]);
