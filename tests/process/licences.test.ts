import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { builtProduct } from '../support/process/built-product';

const { dependencies } = z
  .object({ dependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(__dirname, '..', '..', 'package.json'), 'utf8')));

test('the end of the bundle names every run-time package with its licence', () => {
  const comment = readFileSync(builtProduct().mainFile, 'utf8').split('/*!').at(-1) ?? '';
  for (const [name, version] of Object.entries(dependencies))
    expect(comment).toContain(`\n${name} ${version}: `);
  for (const words of ['Permission is hereby granted', 'Apache License', 'Redistribution and use'])
    expect(comment).toContain(words);
  expect(comment.trimEnd().endsWith('*/')).toBe(true);
});
