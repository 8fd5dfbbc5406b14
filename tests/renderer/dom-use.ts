/** Which parts of the browser's own API the plugin's source uses, by the compiler's view of it. */
import { join } from 'node:path';
import ts from 'typescript';

const root = join(__dirname, '..', '..');
const isDom = (node: ts.Node): boolean =>
  /\/typescript\/lib\/lib\.dom[^/]*$/.test(node.getSourceFile().fileName);

/** @returns names such as `Element.closest` and `atob`, by where the typings declare them */
export function usedDomMembers(): string[] {
  const json: unknown = ts.readConfigFile(join(root, 'tsconfig.json'), file => ts.sys.readFile(file)).config;
  const { fileNames, options } = ts.parseJsonConfigFileContent(json, ts.sys, root);
  const host = { ...ts.createCompilerHost(options), jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
  return domMembersIn(ts.createProgram(fileNames.filter(isOurs), options, host), isOurs);
}

function isOurs(file: string): boolean {
  return file.startsWith(join(root, 'src'));
}

export function domMembersIn(program: ts.Program, isWanted: (file: string) => boolean): string[] {
  const checker = program.getTypeChecker();
  const names = declaredNames(program);
  const used = new Set<string>();
  for (const source of program.getSourceFiles()) {
    if (!isWanted(source.fileName)) continue;
    walk(source, node => {
      // Most names are no names of the DOM; the compiler is asked for the type of the others alone.
      if (!ts.isIdentifier(node) || !names.has(node.text) || isDeclared(node)) return;
      for (const declaration of memberOf(node, checker)?.declarations ?? [])
        if (isDom(declaration)) used.add(`${ownerOf(declaration)}${node.text}`);
    });
  }
  return [...used].sort();
}

function declaredNames(program: ts.Program): ReadonlySet<string> {
  const names = new Set<string>();
  for (const source of program.getSourceFiles().filter(isDom))
    walk(source, node => {
      if (isNamed(node) && !ts.isParameter(node)) names.add(node.name.text);
    });
  return names;
}

function isNamed(node: ts.Node): node is ts.Node & { readonly name: ts.Identifier } {
  return 'name' in node && typeof node.name === 'object' && node.name !== null && isIdentifier(node.name);
}

function isIdentifier(value: object): boolean {
  return 'kind' in value && value.kind === ts.SyntaxKind.Identifier;
}

function memberOf(node: ts.Identifier, checker: ts.TypeChecker): ts.Symbol | undefined {
  const { parent } = node;
  if (!ts.isBindingElement(parent) || !ts.isObjectBindingPattern(parent.parent))
    return checker.getSymbolAtLocation(node);
  return checker.getTypeAtLocation(parent.parent).getProperty(node.text);
}

/** Whether the name is given here to something of ours. */
function isDeclared(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) || ts.isBindingElement(parent)) return false;
  return (isNamed(parent) && parent.name === node) || ts.isImportSpecifier(parent);
}

/** `Element.`, also for a static member; nothing for a global name. */
function ownerOf({ parent }: ts.Declaration): string {
  if (ts.isInterfaceDeclaration(parent)) return `${parent.name.text}.`;
  const holder = ts.isTypeLiteralNode(parent) ? parent.parent : undefined;
  return holder !== undefined && isNamed(holder) ? `${holder.name.text}.` : '';
}

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, child => walk(child, visit));
}
