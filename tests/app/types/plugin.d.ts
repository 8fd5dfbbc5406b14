import type { Plugin } from 'obsidian';
import type { Lectern } from '../../../src/compose';
import type { LecternControl } from '../../../src/control';

declare module 'wdio-obsidian-service' {
  /** By id in camel case. */
  interface InstalledPlugins {
    lecternMcp: Plugin & { readonly control: LecternControl; readonly lectern: Lectern };
  }
}
