import type { PluginManifest } from 'obsidian';

/** Of a plugin that a test writes itself. */
export const sampleManifest: PluginManifest = {
  id: 'sample',
  name: 'Sample',
  version: '1.0.0',
  minAppVersion: '1.13.0',
  author: 'Somebody',
  description: 'Samples.',
};
