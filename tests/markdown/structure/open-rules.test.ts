/** Each rule that no recording settles: what holds now, and what would hold if a real cache said otherwise. */
import { type OpenRules, openRules } from '../../../src/markdown/structure/open-rules';
import { blockIds, headings, links, sections, tags } from './shown';

type Rules = Partial<OpenRules>;
interface Case {
  readonly show: (text: string, rules: Rules) => string[];
  readonly text: string;
  readonly yes: string[];
  readonly no: string[];
}

const cases: Record<keyof OpenRules, Case> = {
  endsBeforeCarriageReturn: {
    show: sections,
    text: 'a\r\nb\r\n',
    yes: ['paragraph 0:0-1:1'],
    no: ['paragraph 0:0-1:2'],
  },
  unclosedDelimiterRunsToEnd: {
    show: sections,
    text: '%%\na\n\n# b\n\n',
    yes: ['comment 0:0-3:3'],
    no: ['paragraph 0:0-1:1', 'heading 3:0-3:3'],
  },
  textBehindCommentMakesParagraph: {
    show: sections,
    text: '%% a %% text\n\nb',
    yes: ['paragraph 0:0-0:12', 'paragraph 2:0-2:1'],
    no: ['comment 0:0-0:12', 'paragraph 2:0-2:1'],
  },
  unclosedBlockEndsWithText: {
    show: sections,
    text: '```\na\n\n',
    yes: ['code 0:0-1:1'],
    no: ['code 0:0-3:0'],
  },
  lineOfTabsEndsParagraph: {
    show: sections,
    text: 'a\n\t\nb',
    yes: ['paragraph 0:0-0:1', 'paragraph 2:0-2:1'],
    no: ['paragraph 0:0-2:1'],
  },
  underlineMayBeIndented: { show: headings, text: 'a\n  ===', yes: ['1 a'], no: [] },
  headingsInContainersCount: {
    show: headings,
    text: '# a\n> # b\n\n- # c',
    yes: ['1 a', '1 b', '1 c'],
    no: ['1 a'],
  },
  loneIdNamesBlockBefore: {
    show: blockIds,
    text: '| a | b |\n|---|---|\n\n^c',
    yes: ['^c of section 0:0-1:9'],
    no: ['^c of section 3:0-3:2'],
  },
  quoteTakesIdOfLastParagraph: {
    show: blockIds,
    text: '> a\n> b ^c',
    yes: ['^c of section 0:0-1:6'],
    no: [],
  },
  definitionsAreBlocks: {
    show: sections,
    text: '[a]: b\nc',
    yes: ['definition 0:0-0:6', 'paragraph 1:0-1:1'],
    no: ['paragraph 0:0-1:1'],
  },
  tagsBeginBehindEmphasis: {
    show: tags,
    text: '**#a** *#b* ==#c== ~~#d~~ _#e_ *#f x#g_h_ **#i',
    yes: ['#a', '#b', '#c', '#d', '#e'],
    no: [],
  },
  escapedPipeSplitsInTable: {
    show: links,
    text: '| [[a\\|b]] | c |\n|---|---|',
    yes: ['a as b'],
    no: ['a\\ as b'],
  },
};

describe.each(Object.entries(cases))('%s', (name, { show, text, yes, no }) => {
  test('is parsed by the rule when it is on', () => expect(show(text, { [name]: true })).toEqual(yes));

  test('is parsed differently when the rule is off', () => expect(show(text, { [name]: false })).toEqual(no));
});

test('by default, all open rules but two are on', () => {
  const off = Object.entries(openRules).filter(([, holds]) => holds === false);
  expect(off.map(([name]) => name)).toEqual(['underlineMayBeIndented', 'headingsInContainersCount']);
});
