// Which packages are really in a bundle, by esbuild's metafile, and the text of their licences.
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Licences that may be shipped in a bundle under MIT. */
const allowed = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT'];

/** @returns folders of the packages of which something is in an output, in the order of their names */
export function bundledFolders(metafiles) {
  const outputs = metafiles.flatMap(({ outputs }) => Object.values(outputs));
  return [...new Set(outputs.flatMap(foldersIn))].sort();
}

/** @returns for each output the packages in it, such as `zod 4.6.7 (MIT)` */
export function contentsOf(metafiles) {
  const outputs = metafiles.flatMap(({ outputs }) => Object.entries(outputs));
  const packages = output =>
    foldersIn(output)
      .map(packageIn)
      .map(({ name, version, license }) => `${name} ${version} (${license})`);
  return Object.fromEntries(
    outputs
      .map(([file, output]) => [file, [...new Set(packages(output))].sort()])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function foldersIn({ inputs }) {
  return Object.entries(inputs)
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(
      ([input]) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input.replaceAll('\\', () => '/'))?.[0],
    )
    .filter(folder => folder !== undefined);
}

/** @throws Error for a package without a licence's text, or under one that is not allowed here */
export function packageIn(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (!allowed.includes(license))
    throw new Error(`${name} is under ${license}, which is not on the list of scripts/licences.mjs.`);
  const files = readdirSync(folder).filter(file => /^(?:licen[cs]e|copying|notice)(?:\.|-|$)/i.test(file));
  if (files.length === 0) throw new Error(`${name} has no file with its licence.`);
  const text = files
    .sort()
    .map(file => readFileSync(join(folder, file), 'utf8').trim())
    .join('\n\n');
  return { name, version, license, text };
}

/** The notices of packages, each text once: under it are no names, above it those of the packages and their authors. */
export function notices(packages) {
  const groups = new Map();
  for (const { name, version, license, text } of packages) {
    const { owners, terms } = partsOf(text);
    const key = terms.toLowerCase().replace(/[^a-z0-9]+/g, () => ' ');
    const group = groups.get(key) ?? { license, terms, lines: [] };
    const line = `${name} ${version}: ${owners.join('; ') || 'no copyright line'}`;
    if (!group.lines.includes(line)) group.lines.push(line);
    groups.set(key, group);
  }
  return [...groups.values()].map(
    ({ license, terms, lines }) => `${lines.join('\n')}\n\n${license}\n\n${terms}`,
  );
}

/** Not the sentences of a licence that begin so, nor the blank that Apache's has for one's own. */
const ownerLine = /^\s*copyright\s+(?!notices?\b|holders?\b|owners?\b|licen[cs]e|statement|law|\[)/i;

/** Lines that name who holds the rights, and the terms without them. */
function partsOf(text) {
  const owners = [];
  const kept = [];
  for (const line of text.replaceAll('\r', () => '').split('\n'))
    if (ownerLine.test(line)) owners.push(line.trim());
    else kept.push(line.trimEnd());
  const terms = kept
    .join('\n')
    .replace(/\n{3,}/g, () => '\n\n')
    .trim();
  return { owners, terms };
}

const head = 'Third-party packages in this file, with their licences.';

/** For a bundle that is handed out alone. @param carried the metafile of a program that it carries as text */
export const licencesAtEnd = (file, carried) => ({
  name: 'licences-at-end',
  setup({ onEnd }) {
    onEnd(({ metafile }) => {
      if (metafile === undefined) return;
      for (const { inputs } of Object.values(carried.outputs))
        Object.assign(metafile.outputs[file].inputs, inputs);
      appendFileSync(file, asComment([metafile]));
    });
  },
});

/** As one comment for the end of a bundle. */
function asComment(metafiles) {
  const texts = notices(bundledFolders(metafiles).map(packageIn));
  return `/*!\n${[head, ...texts].join('\n\n----\n\n').replaceAll('*/', () => '* /')}\n*/\n`;
}

/** As a file of its own beside bundles. */
export function asFile(metafiles) {
  const texts = notices(bundledFolders(metafiles).map(packageIn));
  return `${['Third-party packages in the files of this folder, with their licences.', ...texts].join('\n\n----\n\n')}\n`;
}
