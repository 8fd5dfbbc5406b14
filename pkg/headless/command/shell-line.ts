/** Quoted for a shell: POSIX or Windows. */
export function shellLine(words: readonly string[], platform: NodeJS.Platform): string {
  return words.map(word => (/^[\w@%+=:,./-]+$/.test(word) ? word : shellQuoted(word, platform))).join(' ');
}

function shellQuoted(word: string, platform: NodeJS.Platform): string {
  return platform === 'win32'
    ? `"${word.replace(/"/g, () => '\\"')}"`
    : `'${word.replace(/'/g, () => "'\\''")}'`;
}
