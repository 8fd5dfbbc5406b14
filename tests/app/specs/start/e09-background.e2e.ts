import { browser } from '@wdio/globals';
import { answersWhileAway, answersWithin } from '../../checks/speed';
import { RealApp } from '../../support/real-app';

/** Minutes that the window stays minimised; ten for what the systems do to programs in the background. */
const minutes = Number(process.env['BACKGROUND_MINUTES'] ?? '1');

describe('E9: a window in the background', () => {
  let app: RealApp;
  beforeEach(async () => {
    app = await RealApp.open();
  });
  afterEach(async () => {
    await browser.maximizeWindow();
    await app.close();
  });

  it(`still answers within five seconds after ${minutes} minutes minimised`, async () => {
    const before = await answersWithin(app, 50, 2000);
    await browser.minimizeWindow();
    const look = ({ median, worst }: typeof before): void =>
      console.log(
        `median ${median.toFixed(1)} ms, worst ${worst.toFixed(1)} ms; before ${before.median.toFixed(1)} ms`,
      );
    await answersWhileAway(app, { time: minutes * 60_000, pause: 15_000, look });
  });
});
