/**
 * Loaded into the product's process with `--import`: measures its event loop and memory from inside when its
 * parent asks, so that the product needs no interface for it.
 */
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { TurnMeter } from './measure/turn-meter';

const delay = monitorEventLoopDelay({ resolution: 1 });

const pageSize = 4096;

/** Private memory of the child processes, bytes; 0 on systems that do not report it. */
function childrenMemory(): number {
  try {
    const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'latin1').trim();
    if (children === '') return 0;
    return children.split(' ').reduce((sum, child) => {
      const [, resident, shared] = readFileSync(`/proc/${child}/statm`, 'latin1').split(' ').map(Number);
      return sum + ((resident ?? 0) - (shared ?? 0)) * pageSize;
    }, 0);
  } catch {
    return 0;
  }
}

function resident(): number {
  return process.memoryUsage.rss() + childrenMemory();
}

/** The most memory of this process and its children, checked twenty times a second. */
class MemoryMeter {
  most = 0;
  private before = 0;
  private mostWatched = 0;

  constructor() {
    setInterval(() => this.look(), 50).unref();
  }

  watch(): void {
    this.before = resident();
    this.mostWatched = this.before;
  }

  /** How much more it was at the most since `watch`. */
  get grown(): number {
    this.look();
    return this.mostWatched - this.before;
  }

  private look(): void {
    const now = resident();
    this.most = Math.max(this.most, now);
    this.mostWatched = Math.max(this.mostWatched, now);
  }
}

const memory = new MemoryMeter();

const turns = new TurnMeter();
let usage = process.cpuUsage();

/** Of all threads since the last call, milliseconds. */
function processorTime(): number {
  const { user, system } = process.cpuUsage(usage);
  usage = process.cpuUsage();
  return (user + system) / 1e3;
}

process.on('message', question => {
  if (question === 'used') process.send?.({ processorTime: processorTime() });
  else if (question === 'watch') {
    delay.reset();
    delay.enable();
    turns.start();
    memory.watch();
    usage = process.cpuUsage();
    process.send?.({});
  } else if (question === 'report') {
    delay.disable();
    turns.stop();
    process.send?.({
      processorTime: processorTime(),
      longestBlock: delay.max / 1e6,
      ...turns.most,
      resident: resident(),
      grown: memory.grown,
      // `maxRSS` is in kilobytes on every system.
      peak: Math.max(memory.most, process.resourceUsage().maxRSS * 1024),
    });
  }
});
// The channel alone must not keep the product alive.
process.channel?.unref();
