import type { DateClock } from '../../../utils/dates';
import type { PeriodicReference } from '../../access/vault-path';
import { type Moment, periodStart } from './period-date';
import { type PeriodSettings, periodSettings, type PeriodSettingsDependencies } from './period-settings';

/** The note of a period, existing or not. */
export interface PeriodicNote {
  readonly period: PeriodicReference['period'];
  /** Vault path with `.md`, from the user's settings; not checked. */
  readonly path: string;
  /** The first moment of the period. */
  readonly start: Moment;
  readonly settings: PeriodSettings;
}

export interface PeriodicNotesDependencies extends PeriodSettingsDependencies {
  readonly clock: DateClock;
}

/** Finds daily, weekly, monthly, quarterly and yearly notes where the user's plugins would create them. */
export class PeriodicNotes {
  constructor(private readonly dependencies: PeriodicNotesDependencies) {}

  /** @throws ToolFailure `invalid_query` for a date that cannot be read */
  note({ period, date }: PeriodicReference): PeriodicNote {
    const settings = periodSettings(period, this.dependencies);
    const start = periodStart(period, date, settings.format, this.dependencies.clock);
    return { period, path: pathOf(settings, start.format(settings.format)), start, settings };
  }
}

/** Ignores doubled slashes and slashes at the ends, like Periodic Notes; adds the extension once. */
function pathOf({ folder }: PeriodSettings, name: string): string {
  const path = `${folder}/${name}`
    .split('/')
    .filter(part => part !== '' && part !== '.')
    .join('/');
  return path.endsWith('.md') ? path : `${path}.md`;
}
