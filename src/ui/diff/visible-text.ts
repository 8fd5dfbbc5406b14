/** Text whose order on the screen is that of its characters, with nothing that cannot be seen: it is decided upon. */
export function visible(text: string): string {
  return text
    .replaceAll('\r', () => '␍')
    .replaceAll(steering, found => `‹U+${found.charCodeAt(0).toString(16).toUpperCase()}›`);
}

/** Characters that turn the direction of what follows. */
const steering = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
