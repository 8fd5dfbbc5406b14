import { ToolFailure } from '../../../src/errors';
import { parseConditions } from '../../../src/utils/properties/conditions';

const clock = { now: () => new Date('2026-11-21T09:30:00+01:00') };

function hintOf(condition: string): string | undefined {
  try {
    parseConditions([condition], clock);
  } catch (error) {
    return error instanceof ToolFailure ? error.hintFor(() => true) : undefined;
  }
  return undefined;
}

describe('a condition that no note can fulfil', () => {
  it.each([
    ['modified<bananas', 'compares `modified`, a date, with "bananas"'],
    ['MODIFIED!=bananas', 'compares `modified`, a date, with "bananas"'],
    ['created>20', 'compares `created`, a date, with "20"'],
    ['wordCount<abc', 'compares `wordCount`, a number, with "abc"'],
    ['wordCount>abc', 'compares `wordCount`, a number, with "abc"'],
    ['size>=5 MB', 'compares `size`, a number, with "5 MB"'],
    ['tasks.open=some', 'compares `tasks.open`, a number, with "some"'],
    ['backlinks>x', 'compares `backlinks`, a number, with "x"'],
    ['tasks>0', 'compares `tasks`, which is an object'],
    ['status in lent,repair', 'uses "in", which is not an operator'],
    ['rating between 3 and 5', 'uses "between", which is not an operator'],
    ['status contains open', 'uses "contains", which is not an operator'],
    ['status not in (a, b)', 'uses "not in", which is not an operator'],
    ['title STARTS WITH plan', 'uses "starts with", which is not an operator'],
    ['status is not done', 'uses "is not", which is not an operator'],
  ])('%j is refused: it %s', (condition, problem) => {
    expect(() => parseConditions(['fine', condition], clock)).toThrow(`Condition 2 of \`where\` ${problem}`);
  });

  it.each([
    ['modified<bananas', /`modified>2026-10-01`.*`frontmatter\.modified`/],
    ['wordCount>abc', /`wordCount>100`.*`frontmatter\.wordCount`/],
    ['tasks>0', /`tasks\.open`/],
    ['status in a,b', /\{"in":\[\{"var":"frontmatter\.status"\},\["a","b"\]\]\}/],
    ['rating between 3 and 5', /\["rating>=3","rating<=5"\]/],
    ['status contains open', /`status~open`/],
    ['status is done', /`status=done`/],
    ['status is not done', /`status!=done`/],
    ['title ends with x', /regexp/],
  ])('%j is refused with the way to write it', (condition, way) => {
    expect(hintOf(condition)).toMatch(way);
  });

  it.each(['check in', 'in stock', 'is open', 'created=', 'size', 'frontmatter.size=large'])(
    '%j is read',
    condition => {
      expect(() => parseConditions([condition], clock)).not.toThrow();
    },
  );
});
