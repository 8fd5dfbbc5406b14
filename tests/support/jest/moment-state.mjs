/** What a test file can leave behind in Moment, which is loaded once a worker: its language, and changes of languages. */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const moment = require('moment');
// At once: Moment warns of a language that is loaded alone before.
require('moment/min/locales');

/** Puts back the language of the start, and every language as Moment has it. */
export function restoreMoment() {
  for (const name of moment.locales()) {
    const isChanged = moment.localeData(name).parentLocale != null;
    if (isChanged) moment.updateLocale(name, null);
  }
  moment.locale('en');
}
