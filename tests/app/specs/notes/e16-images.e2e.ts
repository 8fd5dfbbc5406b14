import { browser } from '@wdio/globals';
import { answersForABrokenImage, keepsTransparency } from '../../checks/images';
import { RealApp } from '../../support/real-app';

describe('E16: images', () => {
  let app: RealApp;
  beforeEach(async () => {
    app = await RealApp.open();
  });
  afterEach(() => app.close());

  it('that are broken cause no server error', () => answersForABrokenImage(app));

  it('that are transparent stay transparent when they are scaled', async () => {
    const base64 = await browser.execute(() => {
      const canvas = document.createElement('canvas');
      canvas.width = 400;
      canvas.height = 400;
      const context = canvas.getContext('2d');
      if (context !== null) context.fillRect(0, 0, 100, 100);
      return canvas.toDataURL('image/webp').split(',')[1] ?? '';
    });
    await keepsTransparency(app, Buffer.from(base64, 'base64'));
  });
});
