/** Control characters that a terminal obeys instead of showing, but for line ends. */
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Makes outside text safe for a terminal: it must not be able to hide other output. */
export function terminalText(text: string): string {
  return text.replace(controls, () => '\ufffd');
}
