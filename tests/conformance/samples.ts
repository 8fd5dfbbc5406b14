/** One red pixel. */
export const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
/** No sound at all. */
export const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=';

export const text = (words: string): { type: 'text'; text: string } => ({ type: 'text', text: words });
export const image = { type: 'image' as const, data: png, mimeType: 'image/png' };

export const said = (words: string): { content: { type: 'text'; text: string }[] } => ({
  content: [text(words)],
});

export const pause = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 50));
