import { build } from 'esbuild';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { z } from 'zod';
import { openChromium, type OpenChromium } from './support/chromium';

/** What becomes of an image in a real renderer. */
const outcome = z.object({
  mimeType: z.string(),
  width: z.number(),
  pixel: z.array(z.number()),
  closed: z.boolean(),
});

let chromium: OpenChromium;
let page: Page;

beforeAll(async () => {
  const built = await build({
    entryPoints: [join(__dirname, '..', '..', 'src', 'vault', 'reading', 'image-scaling.ts')],
    bundle: true,
    format: 'iife',
    globalName: 'images',
    write: false,
  });
  chromium = await openChromium();
  page = await chromium.browser.newPage();
  await page.evaluate(built.outputFiles[0]?.text ?? '');
  await page.evaluate(`
    const decode = globalThis.createImageBitmap;
    globalThis.drawn = async type => {
      const canvas = new OffscreenCanvas(64, 32);
      const context = canvas.getContext('2d');
      context.fillStyle = 'rgb(200, 0, 0)';
      if (type === 'image/jpeg') context.fillRect(0, 0, 64, 32);
      return (await canvas.convertToBlob({ type })).arrayBuffer();
    };
    globalThis.scaled = async (bytes, mimeType, maxPixels) => {
      const opened = [];
      globalThis.createImageBitmap = async (...values) => {
        const bitmap = await decode(...values);
        opened.push(bitmap);
        return bitmap;
      };
      const result = await images.scaledImage(bytes, mimeType, maxPixels);
      // A closed bitmap has no size.
      const closed = opened.every(({ width }) => width === 0);
      if (result === undefined) return undefined;
      const { mimeType: type } = result;
      const bitmap = await decode(new Blob([result.bytes], { type }));
      const canvas = new OffscreenCanvas(1, 1);
      canvas.getContext('2d').drawImage(bitmap, 0, 0);
      const pixel = [...canvas.getContext('2d').getImageData(0, 0, 1, 1).data];
      return { mimeType: type, width: bitmap.width, pixel, closed };
    };`);
});
afterAll(() => chromium.close());

/** @param bytes an expression of the page that answers an `ArrayBuffer` */
async function scaled(bytes: string, mimeType: string, maxPixels: number): Promise<z.output<typeof outcome>> {
  const text = `(async () => scaled(await ${bytes}, ${JSON.stringify(mimeType)}, ${maxPixels}))()`;
  return outcome.parse(await page.evaluate(text));
}

const clear = [0, 0, 0, 0];
/** One clear pixel. */
const gif = `Uint8Array.from(atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'), c => c.charCodeAt(0)).buffer`;

test.each(['image/png', 'image/webp'])('a transparent %s stays transparent when it is scaled', async type => {
  expect(await scaled(`drawn('${type}')`, type, 16)).toEqual({
    ...{ mimeType: type, width: 16, pixel: clear, closed: true },
  });
});

test('a transparent GIF becomes a transparent WebP', async () => {
  expect(await scaled(gif, 'image/gif', 0.5)).toEqual({
    ...{ mimeType: 'image/webp', width: 1, pixel: clear, closed: true },
  });
});

test('a JPEG stays a JPEG', async () => {
  const { pixel, ...rest } = await scaled(`drawn('image/jpeg')`, 'image/jpeg', 16);
  expect(rest).toEqual({ mimeType: 'image/jpeg', width: 16, closed: true });
  expect(Math.abs((pixel[0] ?? 0) - 200)).toBeLessThan(5);
});

test('a small image stays as it is, and its bitmap is closed', async () => {
  const { width, closed, mimeType } = await scaled(`drawn('image/png')`, 'image/png', 100);
  expect({ width, closed, mimeType }).toEqual({ width: 64, closed: true, mimeType: 'image/png' });
});

test('bytes that Chromium cannot decode are no image', async () => {
  const text = "(async () => scaled(new Uint8Array(700).buffer, 'image/png', 16))()";
  expect(await page.evaluate(text)).toBeUndefined();
});
