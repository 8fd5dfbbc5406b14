import base from './jest.config.mjs';

/** Tests in a real browser: `npm run test:browser`. They need Chromium, so `npm test` leaves them out. */
export default {
  ...base,
  roots: ['<rootDir>/tests/browser'],
  testMatch: ['**/*.browser.ts'],
  globalSetup: '<rootDir>/tests/support/jest/browser-setup.mjs',
  // What the build puts into the bundle.
  globals: { LECTERN_BRIDGE: '// The program of pkg/bridge.' },
  maxWorkers: 1,
  testTimeout: 60_000,
};
