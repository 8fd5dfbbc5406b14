// The pictures of docs/architecture.md, made from the imports: which room uses which.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import ts from 'typescript';

/**
 * A Mermaid flowchart of the rooms directly below a folder. An arrow means that a room imports another at run time;
 * arrows that follow from others are left out.
 * @param root of the project
 * @param folder such as `src/vault`, from the root
 */
export function roomsPicture(root, folder) {
  const uses = new Map();
  for (const file of sourceFiles(join(root, folder))) {
    const from = roomOf(posixPath(root, file), folder);
    uses.set(from, uses.get(from) ?? new Set());
    for (const target of importsOf(root, file)) {
      const to = roomOf(target, folder);
      if (to !== undefined && to !== from) uses.get(from).add(to);
    }
  }
  const rooms = [...uses.keys()].sort();
  const ids = new Map(rooms.map((room, index) => [room, `r${index}`]));
  const arrows = rooms.flatMap(room =>
    [...withoutImplied(room, uses)].sort().map(to => `  ${ids.get(room)} --> ${ids.get(to)}`),
  );
  const names = rooms.map(room => `  ${ids.get(room)}["${room}"]`);
  return ['```mermaid', 'flowchart TD', ...names, ...arrows, '```'].join('\n');
}

/** The page with the picture of each folder between `<!-- rooms:FOLDER -->` and `<!-- rooms:end -->`. */
export function withRoomsPictures(page, root) {
  return page.replace(
    /<!-- rooms:(\S+) -->[^]*?<!-- rooms:end -->/g,
    (_, folder) => `<!-- rooms:${folder} -->\n\n${roomsPicture(root, folder)}\n\n<!-- rooms:end -->`,
  );
}

/** The rooms that `room` uses, but for those that another one it uses already uses, unless that one uses `room` again. */
function withoutImplied(room, uses) {
  const direct = [...uses.get(room)];
  return new Set(
    direct.filter(
      to =>
        !direct.some(
          between => between !== to && !reaches(between, room, uses) && reaches(between, to, uses),
        ),
    ),
  );
}

function reaches(from, to, uses) {
  const seen = new Set([from]);
  const open = [from];
  while (open.length > 0) {
    for (const next of uses.get(open.pop()) ?? []) {
      if (next === to) return true;
      if (!seen.has(next)) open.push(next);
      seen.add(next);
    }
  }
  return false;
}

/** The first part of a path below the folder; undefined for a path elsewhere. */
function roomOf(path, folder) {
  if (!path.startsWith(`${folder}/`)) return undefined;
  return path
    .slice(folder.length + 1)
    .split('/')[0]
    .replace(/\.ts$/, '');
}

/** Paths from the root of the files that a file imports at run time. */
function importsOf(root, file) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022);
  const here = posixPath(root, dirname(file));
  return source.statements
    .filter(
      one =>
        (ts.isImportDeclaration(one) && !isTypesOnly(one.importClause)) ||
        (ts.isExportDeclaration(one) && !one.isTypeOnly),
    )
    .map(one => one.moduleSpecifier?.text ?? '')
    .concat([...source.text.matchAll(/\bimport\('([^']+)'\)/g)].map(([, name]) => name))
    .filter(name => name.startsWith('.'))
    .map(name => posix.join(here, name))
    .map(path => {
      const found = [`${path}.ts`, `${path}/index.ts`, path].find(
        candidate => existsSync(join(root, candidate)) && statSync(join(root, candidate)).isFile(),
      );
      return found ?? path;
    });
}

function isTypesOnly(clause) {
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const named = clause.namedBindings;
  return (
    clause.name === undefined &&
    named !== undefined &&
    ts.isNamedImports(named) &&
    named.elements.length > 0 &&
    named.elements.every(element => element.isTypeOnly)
  );
}

function sourceFiles(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.ts'))
    .map(entry => join(entry.parentPath, entry.name))
    .sort();
}

function posixPath(root, path) {
  return relative(root, path).split(sep).join('/');
}
