import { availableParallelism } from 'node:os';

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
  // One more than the cores: a worker that waits for another process leaves its core to the next.
  maxWorkers: availableParallelism() + 1,
  // A new process after some twenty files: in Node 20 each file's `AsyncLocalStorage` slows every later promise.
  workerIdleMemoryLimit: '800MB',
  // The second tells how long each part of the tests took; the third ends a run that hangs.
  reporters: [
    'default',
    '<rootDir>/tests/support/jest/durations.mjs',
    '<rootDir>/tests/support/jest/standstill.mjs',
  ],
  testTimeout: 20_000,
};
