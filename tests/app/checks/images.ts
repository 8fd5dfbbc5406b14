import { notEqual, ok } from 'node:assert/strict';
import type { AppUnderTest } from '../support/app-under-test';

/** The head of a PNG, and nothing that can be decoded after it. */
const broken = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 1, 2, 3, 4]);

/** An image that cannot be decoded comes as it is, or is refused in words; it is no bug of the server. */
export async function answersForABrokenImage(app: AppUnderTest): Promise<void> {
  await app.write('Images/broken.png', broken);
  const { isError, structured, media } = await app.client.call('read_attachment', {
    path: 'Images/broken.png',
    maxPixels: 100,
  });
  if (isError) {
    ok(JSON.stringify(structured).includes('"unsupported_file"'), JSON.stringify(structured));
    return;
  }
  ok(media.some(({ data }) => data === broken.toString('base64')));
}

/**
 * A transparent image that is scaled down stays transparent, so it does not come as JPEG.
 * @param image a WebP of more than 100 pixels
 */
export async function keepsTransparency(app: AppUnderTest, image: Uint8Array): Promise<void> {
  await app.write('Images/clear.webp', image);
  const { isError, media, text } = await app.client.call('read_attachment', {
    path: 'Images/clear.webp',
    maxPixels: 100,
  });
  ok(!isError, text);
  const [first] = media;
  ok(first !== undefined);
  notEqual(first.mimeType, 'image/jpeg');
}
