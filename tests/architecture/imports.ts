import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import ts from 'typescript';

export interface Import {
  /** The importing file, from the project's root. */
  readonly from: string;
  /** A file of ours from the project's root, or the name of a package. */
  readonly to: string;
  readonly isOurs: boolean;
  readonly typesOnly: boolean;
  /** Whether it is evaluated only when the code comes to it. */
  readonly isDynamic: boolean;
}

export const projectRoot = join(__dirname, '..', '..');

/** Every import of every TypeScript file below a folder, `import()` and `require` included. */
export function importsBelow(folder: string): Import[] {
  return sourceFiles(join(projectRoot, folder)).flatMap(importsOf);
}

export function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.ts'))
    .map(entry => join(entry.parentPath, entry.name))
    .filter(file => !relative(folder, file).split(sep).includes('node_modules'))
    .sort();
}

function importsOf(file: string): Import[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022, true);
  const found: Import[] = [];
  const add = (specifier: ts.Node | undefined, typesOnly: boolean, isDynamic = false): void => {
    if (specifier !== undefined && ts.isStringLiteral(specifier))
      found.push({ ...importFrom(file, specifier.text, typesOnly), isDynamic });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypesOnly(node.importClause));
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      add(node.argument.literal, true);
    else if (ts.isCallExpression(node) && isDynamicImport(node)) add(node.arguments[0], false, true);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isDynamicImport({ expression }: ts.CallExpression): boolean {
  return (
    expression.kind === ts.SyntaxKind.ImportKeyword ||
    (ts.isIdentifier(expression) && expression.text === 'require')
  );
}

function isTypesOnly(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const named = clause.namedBindings;
  return (
    clause.name === undefined &&
    named !== undefined &&
    ts.isNamedImports(named) &&
    named.elements.every(element => element.isTypeOnly)
  );
}

function importFrom(file: string, specifier: string, typesOnly: boolean): Omit<Import, 'isDynamic'> {
  const isOurs = specifier.startsWith('.');
  const to = isOurs ? resolved(join(dirname(file), specifier)) : specifier;
  return {
    from: relative(projectRoot, file),
    to: isOurs ? relative(projectRoot, to) : to,
    isOurs,
    typesOnly,
  };
}

function resolved(path: string): string {
  const candidates = [`${path}.ts`, join(path, 'index.ts'), path];
  return candidates.find(candidate => ts.sys.fileExists(candidate)) ?? path;
}
