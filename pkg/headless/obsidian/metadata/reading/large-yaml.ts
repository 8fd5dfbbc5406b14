import { locateFrontmatter } from '../../../../../src/markdown/frontmatter/frontmatter';

/** A parse takes some 3 ms for a thousand bytes at its worst. */
const largeYaml = 4 * 1024;

/** Whether the frontmatter of a note may take longer than a slice to read. */
export function hasLargeYaml(text: string): boolean {
  const block = locateFrontmatter(text);
  if (block === undefined) return false;
  const yaml = text.slice(block.bodyStart, block.bodyEnd);
  // With aliases it can mean a thousand times its length.
  return yaml.length >= largeYaml || (yaml.includes('&') && yaml.includes('*'));
}
