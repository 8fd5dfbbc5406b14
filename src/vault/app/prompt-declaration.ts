import { shortLine, cutText } from '../../utils/text/pieces';
import * as z from 'zod';

/** The kind of value that an argument takes, so that clients can complete it. */
const completionKinds = ['path', 'tag', 'heading', 'property'] as const;
export type CompletionKind = (typeof completionKinds)[number];

export interface PromptArgument {
  readonly name: string;
  readonly description?: string;
  readonly required: boolean;
  readonly completes?: CompletionKind;
}

const maxArguments = 20;
const maxDescriptionLength = 300;

const argumentName = z.string().regex(/^[A-Za-z][\w-]{0,39}$/);
const argument = z.union([
  argumentName.transform(name => ({ name, required: true })),
  z
    .object({
      name: argumentName,
      description: z.string().optional().catch(undefined),
      required: z.boolean().catch(true),
      completes: z.enum(completionKinds).optional().catch(undefined),
    })
    .transform(({ name, required, description, completes }) => ({
      name,
      required,
      ...(description === undefined ? {} : { description: shortLine(description, maxDescriptionLength) }),
      ...(completes === undefined ? {} : { completes }),
    })),
]);

/** What a prompt note declares in its frontmatter; entries of another shape are ignored. */
export interface Declaration {
  readonly description: string | undefined;
  readonly arguments: readonly PromptArgument[];
}

export function readDeclaration(frontmatter: Readonly<Record<string, unknown>>): Declaration {
  const { description, arguments: list } = frontmatter;
  const byName = new Map<string, PromptArgument>();
  for (const item of Array.isArray(list) ? list.slice(0, maxArguments) : []) {
    const read = argument.safeParse(item);
    if (read.success && !byName.has(read.data.name)) byName.set(read.data.name, read.data);
  }
  const text = typeof description === 'string' ? shortLine(description, maxDescriptionLength) : '';
  return { description: text === '' ? undefined : text, arguments: [...byName.values()] };
}

/** Turns a file's path into a name that clients can show as a command. */
export function promptNameOf(path: string): string {
  const name = path.replace(/[^\p{L}\p{N}]+/gu, () => '_').replace(/^_|_$/gu, () => '');
  return name === '' ? 'prompt' : cutText(name, 60);
}

const placeholder = /\{\{[ \t]{0,8}([A-Za-z][\w-]{0,39})[ \t]{0,8}\}\}/g;

/** Replaces `{{name}}` for each declared argument; undefined if the text would become too long. */
export function fillIn(
  text: string,
  declared: readonly PromptArgument[],
  given: Readonly<Record<string, string>>,
  longest: number,
): string | undefined {
  const values = new Map(
    declared.map(({ name }) => [name, Object.hasOwn(given, name) ? (given[name] ?? '') : '']),
  );
  let length = text.length;
  for (const [whole, name = ''] of text.matchAll(placeholder))
    length += (values.get(name)?.length ?? whole.length) - whole.length;
  if (length > longest) return undefined;
  return text.replace(placeholder, (whole: string, name: string) => values.get(name) ?? whole);
}
