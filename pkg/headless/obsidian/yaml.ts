import { parse, stringify } from 'yaml';

/** @throws YAMLParseError for what is no YAML */
export function parseYaml(yaml: string): unknown {
  const value: unknown = parse(yaml, { uniqueKeys: false });
  return value;
}

/** Lists in block style, long lines unbroken (the latter assumed). */
export function stringifyYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0 });
}
