/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/tests'],
  testMatch: ['**/*.test.ts'],
  moduleNameMapper: { '^obsidian$': '<rootDir>/pkg/headless/obsidian/index.ts' },
  transform: {
    // Types are checked once by `npm run typecheck`; here each file is only translated.
    '^.+\\.ts$': [
      'ts-jest',
      {
        tsconfig: {
          module: 'commonjs',
          target: 'es2022',
          moduleResolution: 'node10',
          ignoreDeprecations: '5.0',
          esModuleInterop: true,
          isolatedModules: true,
          resolveJsonModule: true,
        },
        diagnostics: false,
      },
    ],
  },
  // One zone for every test: dates must not depend on where they run.
  globalSetup: '<rootDir>/tests/support/jest/global-setup.mjs',
  // Without this, one of two cores idles.
  maxWorkers: '100%',
  // The second tells how long each part of the tests took.
  reporters: ['default', '<rootDir>/tests/support/jest/durations.mjs'],
  testTimeout: 20_000,
  // Jest runs tests in a context whose globals are a proxy: reading `Math` there costs more than most loops that use
  // it. These become parameters of each module. Not those that fake timers replace.
  sandboxInjectedGlobals: [
    'Array',
    'BigInt',
    'Boolean',
    'Error',
    'Infinity',
    'Int32Array',
    'JSON',
    'Map',
    'Math',
    'Number',
    'Object',
    'Promise',
    'RangeError',
    'RegExp',
    'Set',
    'String',
    'Symbol',
    'TypeError',
    'Uint16Array',
    'Uint32Array',
    'Uint8Array',
    'WeakMap',
  ],
};
