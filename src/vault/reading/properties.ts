import { ToolFailure } from '../../errors';
import { frontmatterIn } from '../../markdown/frontmatter/frontmatter';
import { unreadable } from '../../markdown/frontmatter-edit';
import { nearest } from '../../utils/near';
import { propertyName } from '../../utils/properties/property-names';
import { maxYamlDepth, maxYamlLength } from '../../markdown/yaml/frontmatter-yaml';
import { plainValues } from '../../utils/json';
import type { Notes } from './notes';

interface NoteProperties {
  path: string;
  versionId: string;
  frontmatter: Record<string, unknown>;
  hints?: string[];
}

interface NoteProperty extends Pick<NoteProperties, 'path' | 'versionId'> {
  key: string;
  value: unknown;
}

export class Properties {
  constructor(private readonly notes: Notes) {}

  /** @throws ToolFailure `invalid_frontmatter`, and as for any note reference */
  async of(reference: string): Promise<NoteProperties> {
    const { path, versionId, text } = await this.notes.read(reference);
    const frontmatter = readProperties(text);
    const isEmpty = Object.keys(frontmatter).length === 0;
    return { path, versionId, frontmatter, ...(isEmpty ? { hints: ['The note has no properties.'] } : {}) };
  }

  /** @throws ToolFailure `not_found` for a missing key */
  async value(reference: string, name: string): Promise<NoteProperty> {
    const { path, versionId, frontmatter } = await this.of(reference);
    const key = propertyName(frontmatter, name);
    if (key === undefined) {
      const names = Object.keys(frontmatter);
      throw new ToolFailure('not_found', 'The note has no property of this name.', {
        candidates: [...new Set([...nearest(name, names), ...names])].slice(0, 50),
        hint:
          names.length === 0
            ? ['It has no properties; set one with `update_frontmatter`.', 'It has no properties.']
            : 'Use one of the candidates, or leave `key` out for all properties.',
      });
    }
    return { path, versionId, key, value: frontmatter[key] };
  }
}

function readProperties(text: string): Record<string, unknown> {
  const parsed = frontmatterIn(text, { exactIntegers: true });
  if (parsed === undefined || (!parsed.ok && parsed.problem.kind === 'empty')) return {};
  if (!parsed.ok && (parsed.problem.kind === 'too_large' || parsed.problem.kind === 'too_deep')) {
    throw new ToolFailure(
      'too_large',
      `Properties can be read up to ${maxYamlLength} characters of YAML and ${maxYamlDepth} levels of nesting.`,
      { hint: 'Read the lines of the frontmatter with `read_note`.' },
    );
  }
  if (!parsed.ok) throw unreadable(parsed.problem);
  return plainValues(parsed.value);
}
