import base from './jest.config.mjs';

/** Tests with real community plugins: `npm run test:plugins`, after `npm run plugins:fetch`. */
export default {
  ...base,
  roots: ['<rootDir>/tests/plugins'],
  testMatch: ['**/*.plugins.ts'],
  maxWorkers: 1,
  testTimeout: 60_000,
};
