import { join } from 'node:path';
import { limitNames, overLimit } from '../../pkg/bench/limits';
import { operations } from '../../pkg/bench/operations';
import { readRecorded } from '../../pkg/bench/report/recorded';
import { limitReport, limitTable } from '../../pkg/bench/report/tables';
import { textOf } from '../docs/pages';

const root = join(__dirname, '..', '..');

describe('the limits of the benchmark', () => {
  it('stand on the page about performance with their recorded figures', () => {
    expect(textOf('docs/performance.md')).toContain(limitTable(readRecorded(root)));
  });

  it('are kept by the recorded figures', () => {
    expect(overLimit(readRecorded(root), 1)).toEqual([]);
  });

  it('hold for a figure at the limit, and not for one above it or that was never reached', () => {
    expect(overLimit({ note: { value: 8 } }, 1)).toEqual([]);
    expect(overLimit({ note: { value: 8.1 } }, 1)).toEqual(['note']);
    expect(overLimit({ note: { value: 24 }, search: { value: Infinity } }, 3)).toEqual(['search']);
    expect(overLimit({ start: { value: Number.NaN } }, 3)).toEqual(['start']);
  });

  it('are told with the row that took longest', () => {
    const report = limitReport({ note: { value: 30, row: 'edit_note' }, links: { value: 5 } }, 3);
    expect(report).toMatch(/24 ms +30 ms +OVER +edit_note/);
    expect(report).toMatch(/900 ms +5 ms +ok/);
  });

  it('each have a row or a measurement of their own', () => {
    const ofRows = new Set(operations.map(({ limit }) => limit));
    const others = ['start', 'warmSearch', 'coldSearch', 'block', 'largeBlock', 'memory', 'largeMemory'];
    expect(limitNames.filter(name => !ofRows.has(name))).toEqual([...others, 'longSearch', 'longSearchTail']);
  });
});
