import { notify } from './notices';

/** Copies a text at the user's wish and tells them where it goes. */
export async function copyText(text: string, place: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  notify(`Copied. It goes here: ${place}.`);
}
