/** What string literals the source has, read from its syntax tree. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { projectRoot, sourceFiles } from '../../architecture/imports';

export interface Literal {
  /** Where it is: `src/ui/commands.ts:12`. */
  readonly place: string;
  /** Its parts; a template has one more than it has expressions. */
  readonly parts: readonly string[];
}

/** Below a folder or in a file, without those that nobody is shown: imports, types, errors and the console. */
export function literalsIn(path: string, text?: string): Literal[] {
  const full = join(projectRoot, path);
  const files = path.endsWith('.ts') ? [full] : sourceFiles(full);
  return files.flatMap(file => literalsOf(file, text ?? readFileSync(file, 'utf8')));
}

function literalsOf(file: string, text: string): Literal[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Literal[] = [];
  const visit = (node: ts.Node): void => {
    if (isUnseen(node)) return;
    const parts = partsOf(node);
    if (parts !== undefined) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push({ place: `${file.slice(projectRoot.length + 1)}:${line + 1}`, parts });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function partsOf(node: ts.Node): string[] | undefined {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
  return undefined;
}

function isUnseen(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return true;
  if (ts.isNewExpression(node)) return node.expression.getText() === 'Error';
  return ts.isCallExpression(node) && node.expression.getText().startsWith('console.');
}
