/** What it costs to keep texts for `search`: memory beside them, and processor time to prepare them. See README.md. */
import { Search } from '../../src/search/search';
import { TextStore } from '../../src/search/store/text-store';
import { createTimeSlicer } from '../../src/utils/slicing/time-slicer';
import { VaultGenerator } from './vault/generator';
import * as planted from './vault/planted';

const slicer = createTimeSlicer({
  now: () => performance.now(),
  yieldToLoop: () => new Promise(resolve => setImmediate(resolve)),
  othersWaiting: () => false,
});
const megabyte = 1_000_000;
/** Notes that the tool asks for: a page, and one to tell whether there are more. */
const shown = 21;
const queries = [
  ['rare word', planted.rareWord],
  ['word in 1,000 notes', planted.thousandWord],
  ['common word', planted.commonWord],
  ['question of twenty words', planted.question],
  ['question of twenty frequent words', planted.vagueQuestion],
] as const;

/** Megabytes in the heap and beside it, after everything that is not needed is gone. */
function memory(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / megabyte;
}

const processorTime = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

async function main(notes: number): Promise<void> {
  const show = (name: string, value: number, unit: string): void => {
    process.stdout.write(`${name.padEnd(44)}${value.toFixed(value < 10 ? 1 : 0).padStart(8)} ${unit}\n`);
  };
  const store = new TextStore({
    readText: () => Promise.reject(new Error('All texts are held.')),
    maxBytes: () => Infinity,
  });
  let [bytes, putting] = [0, 0];
  const before = memory();
  for (const { path, content } of new VaultGenerator(notes).files()) {
    if (typeof content !== 'string' || !path.endsWith('.md')) continue;
    bytes += Buffer.byteLength(content);
    // As if read from a file: the generator's own string would be a tree of pieces.
    const text = Buffer.from(content).toString();
    const begun = processorTime();
    store.put(path, text, { modified: 0 });
    putting += processorTime() - begun;
  }
  const held = memory();
  show('texts, as files', bytes / megabyte, 'MB');
  show('texts, as they are searched', store.bytes / megabyte, 'MB');
  show('memory of the store with them', held - before, 'MB');
  show('processor time to fold them', putting, 'ms');
  const begun = processorTime();
  await store.prepare({ slicer });
  show('processor time to sign and count them', processorTime() - begun, 'ms');
  show('memory of signatures and word index', memory() - held, 'MB');
  for (const [name, query] of queries) {
    const times: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      const start = processorTime();
      await new Search(store, { query }).find({ slicer, now: 0, page: { most: shown } });
      times.push(processorTime() - start);
    }
    show(`processor time, least of 7: ${name}`, Math.min(...times), 'ms');
  }
}

await main(Number(process.argv[2] ?? 10_000));
