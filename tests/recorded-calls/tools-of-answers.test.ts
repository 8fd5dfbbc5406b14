import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { tools } from '../../src/tools';
import { commonFailures } from '../../src/tools/tool';
import { readAnswers, type Given, type RecordedAnswer } from './answer';
import { isObject } from '../../src/utils/json';
import { profiles } from '../../src/utils/rights';
import { namedTools } from '../support/text/named-tools';
import type { Call, Who } from './call';
import { withFixedSources } from './fixed-sources';
import { GivenVault } from './given-vault';
import { Recorder } from './recorder';

describe('declared failures', () => {
  /** docs/tools.md lists the failures that a tool declares; the recorded calls show those that it answers with. */

  const failed = z.object({ error: z.object({ code: z.string() }) });

  test('a tool fails only with codes that it declares', () => {
    const declared = new Map(
      tools.map(({ name, failures }) => [name, new Set<string>([...commonFailures, ...failures])]),
    );
    const groups = readdirSync(join(__dirname, 'answers')).map(file => file.replace('.json', ''));
    const failures = groups.flatMap(readAnswers).flatMap(({ tool, structured }) => {
      const answer = failed.safeParse(structured);
      return answer.success ? [{ tool, code: answer.data.error.code }] : [];
    });
    expect(failures.length).toBeGreaterThan(100);
    const undeclared = failures.filter(({ tool, code }) => declared.get(tool)?.has(code) === false);
    expect(undeclared).toEqual([]);
  });
});

describe('shown tools', () => {
  /** What calls are told names only tools that their token is shown: the recorded calls are made again, with fewer of them. */

  /** What Lectern itself says in an answer, wherever it stands; all else may come from notes. */
  const ownWords = ['hints', 'hint', 'message', 'leftOut', 'omitted'];

  function saidIn(value: unknown): string[] {
    if (Array.isArray(value)) return value.flatMap(saidIn);
    if (!isObject(value)) return [];
    return Object.entries(value).flatMap(([key, inner]) =>
      ownWords.includes(key) ? [JSON.stringify(inner)] : saidIn(inner),
    );
  }

  const everyone = ['owner', 'reader', 'scribe'] as const;

  interface TellingCall {
    readonly call: Call;
    readonly given: Given;
    /** What it was answered with when it was recorded, by a token of the profile that lists all tools. */
    readonly recorded: unknown;
  }

  /** Recorded calls that changed nothing and were told of a tool: what names none with all tools names none with fewer. */
  function tellingCalls(): TellingCall[] {
    const groups = readdirSync(join(__dirname, 'answers')).map(file => file.replace('.json', ''));
    const isTold = ({ files, structured }: RecordedAnswer): boolean =>
      files === undefined && saidIn(structured).some(told => namedTools(told).length > 0);
    return groups
      .flatMap(readAnswers)
      .filter(isTold)
      .flatMap(({ who, tool, given, structured: recorded }) =>
        everyone.flatMap(name => (name === who ? { call: { who: name, tool, given }, given, recorded } : [])),
      );
  }

  withFixedSources();

  const vault = new GivenVault();
  afterAll(() => vault.discard());

  test.each(profiles)(
    'hints and errors name only tools of the profile %s that the token is shown',
    async profile => {
      const recorder = await Recorder.start(vault, profile);
      try {
        const calls = tellingCalls();
        expect(calls.length).toBeGreaterThan(100);
        const listedTo = new Map<Who, ReadonlySet<string>>();
        for (const who of everyone) listedTo.set(who, await recorder.listedTo(who));
        const naming: string[] = [];
        for (const { call, given, recorded } of calls) {
          const structured = profile === 'all' ? recorded : (await recorder.ask(call, given)).structured;
          const said = JSON.stringify(given);
          const isHidden = (name: string): boolean =>
            listedTo.get(call.who)?.has(name) !== true && name !== call.tool && !said.includes(name);
          for (const told of saidIn(structured))
            if (namedTools(told).some(isHidden)) naming.push(`${call.who}: ${call.tool}: ${told}`);
        }
        expect(naming).toEqual([]);
      } finally {
        await recorder.close();
      }
    },
    120_000,
  );
});
