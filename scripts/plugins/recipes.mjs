/**
 * Which community plugins the tests run, from where, and how each is built by its own build.
 *
 * `tools` are the development dependencies that building takes; the rest, such as test runners, is left out.
 * `replaced` names packages of the registry in place of those that a plugin takes from GitHub by an archive, and
 * `declared` what those lack, for the type check of the build; the app brings that code along.
 * `before` chooses packages as they were then, where a plugin asks for ranges.
 * `configuration` is added to the lists of the checkout's tsconfig.json, where its build fails with these packages.
 */
export const recipes = [
  {
    id: 'dataview',
    repository: 'blacksmithgu/obsidian-dataview',
    tag: '0.5.68',
    commit: '29b1ad87e1f2b964b4fa0c209f11d0622469bdb0',
    tools: [
      '@rollup/plugin-commonjs',
      '@rollup/plugin-node-resolve',
      '@types/luxon',
      '@types/node',
      '@types/papaparse',
      '@types/parsimmon',
      'compare-versions',
      'obsidian',
      'rollup',
      'rollup-plugin-copy',
      'rollup-plugin-typescript2',
      'rollup-plugin-web-worker-loader',
      'tslib',
      'typescript',
    ],
    replaced: { '@codemirror/language': '6.10.8' },
    declared: {
      '@codemirror/language/dist/index.d.ts': 'export declare const tokenClassNodeProp: NodeProp<string>;\n',
    },
    before: '2025-03-16',
    configuration: {
      // The compiler that its ranges choose no longer counts lists of elements as iterable without this.
      lib: ['dom.iterable'],
      // Its tests are compiled along with it, and the packages that they need are left out.
      exclude: ['src/test/**/*'],
    },
    build: [
      'node_modules/rollup/dist/bin/rollup',
      '--config',
      'rollup.config.js',
      '--environment',
      'BUILD:production',
    ],
    output: 'build',
  },
  {
    id: 'templater-obsidian',
    repository: 'SilentVoid13/Templater',
    tag: '2.25.0',
    commit: 'b74b8dd21d686ca8fb88f11a9709db9487113a17',
    tools: ['esbuild', 'esbuild-plugin-toml', 'moment', 'obsidian', 'tslib', 'typescript'],
    replaced: { '@codemirror/language': '6.11.3' },
    before: '2026-08-06',
    build: ['esbuild.config.mjs', 'production'],
    // Its build copies the result into a vault for its own tests.
    folders: ['test/vault/.obsidian/plugins/templater-obsidian'],
    output: '.',
  },
  {
    id: 'periodic-notes',
    repository: 'liamcain/obsidian-periodic-notes',
    tag: '0.0.17',
    commit: '5b96e4f14130b0c024edb5ddb7871d01d61d9522',
    tools: [
      '@rollup/plugin-commonjs',
      '@rollup/plugin-node-resolve',
      '@rollup/plugin-typescript',
      '@tsconfig/svelte',
      '@types/jest',
      '@types/moment',
      '@types/node',
      'moment',
      'rollup',
      'rollup-plugin-svelte',
      'svelte-preprocess',
      'typescript',
    ],
    // Later versions match no file by the pattern of `@rollup/plugin-typescript` 8.2.
    replaced: { picomatch: '2.2.2' },
    build: ['node_modules/rollup/dist/bin/rollup', '--config', 'rollup.config.js'],
    output: '.',
  },
  {
    id: 'omnisearch',
    repository: 'scambier/obsidian-omnisearch',
    tag: '1.29.2',
    commit: '82b0da22419ff3edc0de5a9f856e0253b02ed612',
    tools: [
      '@tsconfig/svelte',
      '@types/node',
      '@types/pako',
      'esbuild',
      'esbuild-plugin-copy',
      'esbuild-svelte',
      'obsidian',
      'svelte',
      'svelte-preprocess',
      'tslib',
      'typescript',
    ],
    replaced: { 'svelte-multiselect': '11.7.0' },
    before: '2026-05-18',
    build: ['esbuild.config.mjs', 'production'],
    output: 'dist',
  },
];
