/** What calls are told names only tools that their token is shown: the recorded calls are made again, with fewer of them. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../../src/utils/json';
import { profiles } from '../../src/utils/rights';
import { namedTools } from '../support/text/named-tools';
import { type RecordedAnswer, readAnswers } from './answer';
import { owner, reader, scribe, type Call, type Who } from './call';
import { withFixedSources } from './fixed-sources';
import { generatedFiles } from './generated-notes';
import { Recorder } from './recorder';

/** What Lectern itself says in an answer, wherever it stands; all else may come from notes. */
const ownWords = ['hints', 'hint', 'message', 'leftOut', 'omitted'];

function saidIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(saidIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    ownWords.includes(key) ? [JSON.stringify(inner)] : saidIn(inner),
  );
}

const callers = { owner, reader, scribe };

/** The recorded calls that changed nothing and were told something. */
function tellingCalls(): Call[] {
  const groups = readdirSync(join(__dirname, 'answers')).map(file => file.replace('.json', ''));
  const isTold = ({ files, structured }: RecordedAnswer): boolean =>
    files === undefined && saidIn(structured).length > 0;
  return groups
    .flatMap(readAnswers)
    .filter(isTold)
    .flatMap(({ who, tool, given }) =>
      Object.entries(callers).flatMap(([name, calls]) => (name === who ? calls(tool, given) : [])),
    );
}

withFixedSources();

test.each(profiles)(
  'hints and errors name only tools of the profile %s that the token is shown',
  async profile => {
    const recorder = await Recorder.start(generatedFiles, profile);
    try {
      const calls = tellingCalls();
      expect(calls.length).toBeGreaterThan(200);
      const listedTo = new Map<Who, ReadonlySet<string>>();
      for (const who of ['owner', 'reader', 'scribe'] as const)
        listedTo.set(who, await recorder.listedTo(who));
      const naming: string[] = [];
      for (const call of calls) {
        const [answer] = (await recorder.tell([call])).answers;
        const given = JSON.stringify(answer?.given);
        const isHidden = (name: string): boolean =>
          listedTo.get(call.who)?.has(name) !== true && name !== call.tool && !given.includes(name);
        for (const said of saidIn(answer?.structured))
          if (namedTools(said).some(isHidden)) naming.push(`${call.who}: ${call.tool}: ${said}`);
      }
      expect(naming).toEqual([]);
    } finally {
      await recorder.close();
    }
  },
  120_000,
);
