import { existsSync } from 'node:fs';
import { answerFile, readAnswers, type RecordedAnswer, writeAnswers } from './answer';
import type { Story } from './call';
import { differencesOf, reportByKind, shortReport } from './difference';
import { withFixedSources } from './fixed-sources';
import { GivenVault } from './given-vault';
import { Recorder } from './recorder';

const isRecording = process.env['LECTERN_RECORD'] === '1';

/** Who tells stories over a vault, which is opened anew behind a change and behind a group that asked for some. */
class Teller {
  private recorder: Recorder | undefined;

  constructor(private readonly vault: GivenVault) {}

  async answersTo(stories: readonly Story[]): Promise<RecordedAnswer[]> {
    const all: RecordedAnswer[] = [];
    for (const story of stories) {
      this.recorder ??= await Recorder.start(this.vault);
      const { answers, isChanged } = await this.recorder.tell(story);
      all.push(...answers);
      if (isChanged) await this.close();
    }
    if (this.recorder?.beginAgain() === false) await this.close();
    return all;
  }

  async close(): Promise<void> {
    await this.recorder?.close();
    this.recorder = undefined;
  }
}

/**
 * A test for each group of calls, which compares the answers with the recorded ones. `npm run record` writes them
 * instead, and says what has changed.
 */
export function compareCalls(groups: Readonly<Record<string, readonly Story[]>>): void {
  withFixedSources();
  const vault = new GivenVault();
  const teller = new Teller(vault);
  afterAll(async () => {
    await teller.close();
    vault.discard();
  });
  test.each(Object.entries(groups))(
    'the calls of "%s" are answered as recorded',
    async (group, stories) => {
      const answers = await teller.answersTo(stories);
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
