export interface ImageBytes {
  readonly bytes: ArrayBuffer;
  readonly mimeType: string;
}

/**
 * An image whose longer side has at most so many pixels. Obsidian's renderer can draw; where nothing can, and for
 * an image that is small enough, the bytes come back as they are.
 */
export async function scaledImage(
  bytes: ArrayBuffer,
  mimeType: string,
  maxPixels: number,
): Promise<ImageBytes> {
  if (typeof createImageBitmap !== 'function' || typeof OffscreenCanvas !== 'function')
    return { bytes, mimeType };
  const bitmap = await createImageBitmap(new Blob([bytes], { type: mimeType }));
  const scale = maxPixels / Math.max(bitmap.width, bitmap.height);
  if (scale >= 1) return { bytes, mimeType };
  const [width, height] = [
    Math.max(1, Math.round(bitmap.width * scale)),
    Math.max(1, Math.round(bitmap.height * scale)),
  ];
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, width, height);
  const blob = await canvas.convertToBlob({
    type: mimeType === 'image/png' ? 'image/png' : 'image/jpeg',
    quality: 0.85,
  });
  return { bytes: await blob.arrayBuffer(), mimeType: blob.type };
}
