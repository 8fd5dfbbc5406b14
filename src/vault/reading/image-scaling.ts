interface ImageBytes {
  readonly bytes: ArrayBuffer;
  readonly mimeType: string;
}

/** Scales the longer side to at most this many pixels, where the platform can draw; undefined if decoding fails. */
export async function scaledImage(
  bytes: ArrayBuffer,
  mimeType: string,
  maxPixels: number,
): Promise<ImageBytes | undefined> {
  if (typeof createImageBitmap !== 'function' || typeof OffscreenCanvas !== 'function')
    return { bytes, mimeType };
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(new Blob([bytes], { type: mimeType }));
  } catch {
    return undefined;
  }
  try {
    const scale = maxPixels / Math.max(bitmap.width, bitmap.height);
    return (scale < 1 ? await drawn(bitmap, scale, mimeType) : undefined) ?? { bytes, mimeType };
  } finally {
    // Pixels are not on the heap: without this, large ones stay until the next garbage collection.
    bitmap.close();
  }
}

/** JPEG has no transparency and would turn it black, so all but photographs become PNG or WebP. */
const outputTypes: Readonly<Record<string, string>> = {
  'image/png': 'image/png',
  'image/jpeg': 'image/jpeg',
};

async function drawn(bitmap: ImageBitmap, scale: number, mimeType: string): Promise<ImageBytes | undefined> {
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) return undefined;
  context.drawImage(bitmap, 0, 0, width, height);
  const blob = await canvas.convertToBlob({ type: outputTypes[mimeType] ?? 'image/webp', quality: 0.85 });
  return { bytes: await blob.arrayBuffer(), mimeType: blob.type };
}
