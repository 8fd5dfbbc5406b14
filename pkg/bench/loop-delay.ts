/**
 * Loaded into the product's process with `--import`: measures its event loop and memory from inside when its
 * parent asks, so that the product needs no door for it.
 */
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 1 });

/** Processor time of this thread so far, milliseconds; 0 on systems that do not tell. */
function threadTime(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6;
  } catch {
    return 0;
  }
}

/** The most processor time between two turns of the loop: other work of the machine does not count into it. */
class WorkMeter {
  longest = 0;
  private timer: NodeJS.Timeout | undefined;

  start(): void {
    this.stop();
    this.longest = 0;
    let before = threadTime();
    this.timer = setInterval(() => {
      const time = threadTime();
      this.longest = Math.max(this.longest, time - before);
      before = time;
    }, 1);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }
}

const work = new WorkMeter();
let usage = process.cpuUsage();

/** Of all threads since this was asked before, milliseconds. */
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
    work.start();
    usage = process.cpuUsage();
    process.send?.({});
  } else if (question === 'report') {
    delay.disable();
    work.stop();
    process.send?.({
      processorTime: processorTime(),
      longestBlock: delay.max / 1e6,
      longestWork: work.longest,
      resident: process.memoryUsage.rss(),
      // Kilobytes on every system.
      peak: process.resourceUsage().maxRSS * 1024,
    });
  }
});
// The channel alone must not keep the product alive.
process.channel?.unref();
