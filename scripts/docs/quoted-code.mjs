// Keeps code that pages quote equal to the code: a fence marked `ts FILE#NAME` holds that file's `export … NAME`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const fence = /^```ts ([\w./-]+)#(\w+)\n[^]*?^```$/gm;

export function withQuotedCode(page, root) {
  return page.replace(
    fence,
    (_whole, file, name) => `\`\`\`ts ${file}#${name}\n${declaration(root, file, name)}\n\`\`\``,
  );
}

/** From the line that exports the name to the one that closes it. */
function declaration(root, file, name) {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  const first = lines.findIndex(line =>
    new RegExp(`^export (async )?(const|function|class|interface) ${name}\\b`).test(line),
  );
  if (first < 0) throw new Error(`${file} exports no ${name}, which a page quotes.`);
  if (lines[first].endsWith(';')) return lines[first];
  const length = lines.slice(first).findIndex(line => /^([}\]]|\)+;)/.test(line));
  return lines.slice(first, first + length + 1).join('\n');
}
