// Reads from the source, without a type checker, what the host's module `obsidian` has and what the typings say of it.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

const hidden = new Set([ts.SyntaxKind.PrivateKeyword, ts.SyntaxKind.ProtectedKeyword]);

/**
 * @returns by name, in the order of the names: the members that the host's class has itself, none where it is none, and
 * what each of them does, by its name
 */
export function hostExports(root) {
  const folder = join(root, 'pkg/headless/obsidian');
  const found = new Map();
  for (const statement of parsed(join(folder, 'index.ts')).statements) {
    if (!ts.isExportDeclaration(statement)) continue;
    const file = join(folder, `${statement.moduleSpecifier.text}.ts`);
    const declared = declarations(parsed(file));
    const names = statement.exportClause?.elements.map(({ name }) => name.text) ?? [...declared.keys()];
    for (const name of names) {
      const isMissing = file.endsWith('not-imitated.ts');
      const nodes = isMissing ? [] : declared.get(name);
      found.set(name, { isMissing, members: membersOf(nodes), behaviour: behaviourOf(nodes) });
    }
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What the typings say: whether they have a name or a member at all, and whether they say in words what it does. */
export function readTypings(root) {
  const declared = declarations(parsed(join(root, 'node_modules/obsidian/obsidian.d.ts')));
  const look = (name, member) => {
    const nodes = declared.get(name) ?? [];
    const own = nodes.flatMap(node => [...(node.members ?? [])]).filter(node => nameOf(node) === member);
    const inherited = nodes
      .flatMap(node => (node.heritageClauses ?? []).flatMap(({ types }) => types))
      .map(({ expression }) => look(expression.getText(), member));
    return {
      has: own.length > 0 || inherited.some(({ has }) => has),
      isDescribed: own.some(isDescribed) || inherited.some(found => found.isDescribed),
    };
  };
  return {
    name: name => ({ has: declared.has(name), isDescribed: (declared.get(name) ?? []).some(isDescribed) }),
    member: look,
    membersOf: name => membersOf(declared.get(name)),
  };
}

function parsed(file) {
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
}

/** A name may be declared several times: as overloads, or as class and interface. */
function declarations(source) {
  const found = new Map();
  const add = (name, node) => found.set(name, [...(found.get(name) ?? []), node]);
  for (const statement of source.statements) {
    if (ts.isVariableStatement(statement)) {
      for (const { name } of statement.declarationList.declarations) add(name.getText(), statement);
    } else if (ts.isExportDeclaration(statement)) {
      for (const { name } of statement.exportClause?.elements ?? []) add(name.text, statement);
    } else if (statement.name !== undefined) add(statement.name.text, statement);
  }
  return found;
}

function membersOf(nodes = []) {
  const members = nodes.filter(ts.isClassDeclaration).flatMap(({ members: own }) => [...own]);
  const fields = members
    .filter(ts.isConstructorDeclaration)
    .flatMap(({ parameters }) =>
      parameters.filter(parameter => ts.isParameterPropertyDeclaration(parameter, parameter.parent)),
    );
  return [...new Set([...fields, ...members].filter(isPublic).map(nameOf))].filter(
    name => name !== undefined,
  );
}

/** By member; a function's own is under its own name. */
function behaviourOf(nodes = []) {
  const all = nodes.flatMap(node => (ts.isClassDeclaration(node) ? [...node.members] : [node]));
  const found = all.filter(node => node.body !== undefined && ts.isBlock(node.body));
  return new Map(found.map(node => [nameOf(node), doesOf(node.body)]));
}

function doesOf(body) {
  const { statements } = body;
  // The app's own does nothing either: it is there to be overridden.
  if (statements.length === 0) return /subclasses/.test(body.getText()) ? 'imitated' : 'does nothing';
  if (!body.getText().includes('notImitated(')) return 'imitated';
  const [only] = statements;
  const isRefusal = only.expression !== undefined && /^notImitated\(/.test(only.expression.getText());
  return statements.length === 1 && isRefusal ? 'refuses' : 'in part';
}

function isPublic(node) {
  return !(node.modifiers ?? []).some(({ kind }) => hidden.has(kind));
}

/** Undefined for a constructor and for what has no plain name. */
function nameOf(node) {
  return node.name !== undefined && ts.isIdentifier(node.name) ? node.name.text : undefined;
}

/** Whether a comment says more than since when, for whom, and how the parameters are called. */
function isDescribed(node) {
  return ts.getJSDocCommentsAndTags(node).some(doc => {
    if (!ts.isJSDoc(doc)) return false;
    const tags = (doc.tags ?? []).filter(({ tagName }) =>
      ['param', 'returns', 'return'].includes(tagName.text),
    );
    return [doc, ...tags].some(part => (ts.getTextOfJSDocComment(part.comment) ?? '').trim() !== '');
  });
}
