/** The program inside the Claude Desktop extension: it needs nothing but Node. */
import { bridgeStdio } from './stdio';

const { LECTERN_URL: url = '', LECTERN_TOKEN: token = '' } = process.env;

const complain = (sentence: string): void => void process.stderr.write(`Lectern: ${sentence}\n`);

if (URL.canParse(url) && url.startsWith('http:') && /^[!-~]+$/.test(token)) {
  void bridgeStdio(new URL(url), token, { input: process.stdin, output: process.stdout, complain }).then(() =>
    process.exit(0),
  );
} else {
  complain('The address or the token is missing. Export the extension again from the settings of Lectern.');
  process.exit(2);
}
