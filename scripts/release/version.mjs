// `npm version VERSION` runs this: everything else that names the version follows package.json.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const textOf = file => readFileSync(join(root, file), 'utf8');
const { version } = JSON.parse(textOf('package.json'));
const change = (file, edit) => writeFileSync(join(root, file), edit(textOf(file)));

change('manifest.json', text => text.replace(/("version": )"[^"]*"/, (_whole, key) => `${key}"${version}"`));
change('server.json', text => text.replace(/("version": )"[^"]*"/g, (_whole, key) => `${key}"${version}"`));
change('compose.yaml', text => text.replace(/(image: \S+:)\S+/, (_whole, name) => `${name}${version}`));
const { minAppVersion } = JSON.parse(textOf('manifest.json'));
const versions = { ...JSON.parse(textOf('versions.json')), [version]: minAppVersion };
writeFileSync(join(root, 'versions.json'), `${JSON.stringify(versions, undefined, 2)}\n`);
