/**
 * Loaded into the product's process with `--import`: measures its event loop and memory from inside when its
 * parent asks, so that the product needs no door for it.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 1 });

process.on('message', question => {
  if (question === 'watch') {
    delay.reset();
    delay.enable();
    process.send?.({});
  } else if (question === 'report') {
    delay.disable();
    process.send?.({
      longestBlock: delay.max / 1e6,
      resident: process.memoryUsage.rss(),
      // Kilobytes on every system.
      peak: process.resourceUsage().maxRSS * 1024,
    });
  }
});
// The channel alone must not keep the product alive.
process.channel?.unref();
