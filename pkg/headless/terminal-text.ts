/** What a terminal would obey instead of showing, but for the ends of lines. */
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Text from anywhere as a terminal may be given it: it must not be able to hide what would be read. */
export function terminalText(text: string): string {
  return text.replace(controls, () => '\ufffd');
}
