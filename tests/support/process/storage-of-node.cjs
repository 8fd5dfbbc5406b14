// Loaded into the server before anything else: the storage that Node has from version 25 on, if no file for it was given.
Object.defineProperty(globalThis, 'localStorage', {
  configurable: true,
  get: () => process.emitWarning('localStorage is not available'),
});
