import type { ServerStatus, SetupText } from '../control';
import type { Tool } from '../tools/tool';
import type { SettingsStore } from './store';

/** What the tab may do beside changing settings. */
export interface SettingsTabParts {
  readonly store: SettingsStore;
  readonly tools: readonly Tool[];
  readonly status: () => ServerStatus;
  readonly setupTexts: () => readonly SetupText[];
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly restart: () => Promise<void>;
}
