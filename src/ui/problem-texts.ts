import type { ServerProblem } from '../server/server-problem';
import type { JournalProblem } from '../vault/journal/journal-reader';
import { t } from './text/text';

/** Why the server does not listen, in a sentence for the user. */
export function serverProblemText(problem: ServerProblem): string {
  if ('port' in problem) return t(`problem.${problem.kind}`, { port: String(problem.port) });
  if ('host' in problem) return t(`problem.${problem.kind}`, { host: problem.host });
  return t(`problem.${problem.kind}`);
}

/** What went wrong with the journal's own files. */
export function journalProblemText(problem: JournalProblem): string {
  return 'name' in problem
    ? t(`problem.journal.${problem.kind}`, { name: problem.name })
    : t(`problem.journal.${problem.kind}`);
}
