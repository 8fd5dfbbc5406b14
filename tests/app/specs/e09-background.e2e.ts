import { browser } from '@wdio/globals';
import { answersWithin } from '../checks/speed';
import { RealApp } from '../support/real-app';

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

  it(`answers as fast after ${minutes} minutes minimised`, async function () {
    const before = await answersWithin(app, 50, 2000);
    await browser.minimizeWindow();
    const end = Date.now() + minutes * 60_000;
    while (Date.now() < end) {
      await new Promise(resolve => setTimeout(resolve, 15_000));
      const { median, worst } = await answersWithin(app, 10, 5000);
      console.log(
        `median ${median.toFixed(1)} ms, worst ${worst.toFixed(1)} ms; before ${before.median.toFixed(1)} ms`,
      );
    }
  });
});
