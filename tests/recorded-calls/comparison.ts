import { existsSync } from 'node:fs';
import { answerFile, readAnswers, type RecordedAnswer, writeAnswers } from './answer';
import type { Story } from './call';
import { differencesOf, reportByKind, shortReport } from './difference';
import { withFixedSources } from './fixed-sources';
import { GivenVault } from './given-vault';
import { Recorder } from './recorder';

const isRecording = process.env['LECTERN_RECORD'] === '1';

/** Tells stories over a vault; each that follows a change gets a new one. */
async function answersTo(vault: GivenVault, stories: readonly Story[]): Promise<RecordedAnswer[]> {
  const all: RecordedAnswer[] = [];
  let recorder: Recorder | undefined;
  try {
    for (const story of stories) {
      recorder ??= await Recorder.start(vault);
      const { answers, isChanged } = await recorder.tell(story);
      all.push(...answers);
      if (!isChanged) continue;
      await recorder.close();
      recorder = undefined;
    }
  } finally {
    await recorder?.close();
  }
  return all;
}

/**
 * A test for each group of calls, which compares the answers with the recorded ones. `npm run record` writes them
 * instead, and says what has changed.
 */
export function compareCalls(groups: Readonly<Record<string, readonly Story[]>>): void {
  withFixedSources();
  const vault = new GivenVault();
  afterAll(() => vault.discard());
  test.each(Object.entries(groups))(
    'the calls of "%s" are answered as recorded',
    async (group, stories) => {
      const answers = await answersTo(vault, stories);
      const recorded = existsSync(answerFile(group)) ? readAnswers(group) : [];
      const differences = differencesOf(recorded, answers);
      if (isRecording) {
        writeAnswers(group, answers);
        if (differences.length > 0) process.stdout.write(`${reportByKind(differences)}\n`);
      } else expect(shortReport(differences)).toBe('');
    },
    60_000,
  );
}
