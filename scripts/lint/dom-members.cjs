/**
 * Forbids members of the DOM that came after the oldest Chromium that Lectern runs on: the typings know those of
 * today. The versions stand in `dom-members.json`, from the compatibility data that it names.
 */
const ts = require('typescript');
const { members } = require('./dom-members.json');

/** Of a program, the names of all members and globals of the DOM: the type is asked for those alone. */
const namesOf = new WeakMap();

/** @type {import('eslint').Rule.RuleModule} */
module.exports = {
  meta: {
    type: 'problem',
    // The version of the oldest Chromium.
    schema: [{ type: 'integer' }],
    messages: {
      unknown: '`{{member}}` is not in dom-members.json: add it with the version of Chrome that has it.',
      tooNew: '`{{member}}` came with Chrome {{version}}, after the oldest that Lectern runs on.',
    },
  },
  create(context) {
    const [oldest] = context.options;
    const { program, esTreeNodeToTSNodeMap } = context.sourceCode.parserServices;
    const checker = program.getTypeChecker();
    if (!namesOf.has(program)) namesOf.set(program, declaredNames(program));
    const names = namesOf.get(program);
    return {
      Identifier(node) {
        if (!names.has(node.name)) return;
        const own = esTreeNodeToTSNodeMap.get(node);
        if (!ts.isIdentifier(own) || isDeclared(own)) return;
        const declaration = memberOf(own, checker)?.declarations?.find(isDom);
        if (declaration === undefined) return;
        const member = `${ownerOf(declaration)}${node.name}`;
        const version = members[member];
        if (version === undefined) context.report({ node, messageId: 'unknown', data: { member } });
        else if (version > oldest) context.report({ node, messageId: 'tooNew', data: { member, version } });
      },
    };
  },
};

function isDom(node) {
  return /\/typescript\/lib\/lib\.dom[^/]*$/.test(node.getSourceFile().fileName);
}

function declaredNames(program) {
  const names = new Set();
  const walk = node => {
    if (isNamed(node) && !ts.isParameter(node)) names.add(node.name.text);
    ts.forEachChild(node, walk);
  };
  for (const source of program.getSourceFiles()) if (isDom(source)) walk(source);
  return names;
}

function isNamed(node) {
  return node.name !== undefined && ts.isIdentifier(node.name);
}

function memberOf(node, checker) {
  const { parent } = node;
  if (!ts.isBindingElement(parent) || !ts.isObjectBindingPattern(parent.parent))
    return checker.getSymbolAtLocation(node);
  return checker.getTypeAtLocation(parent.parent).getProperty(node.text);
}

/** Whether the name is given here to something of ours. */
function isDeclared(node) {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) || ts.isBindingElement(parent)) return false;
  return (isNamed(parent) && parent.name === node) || ts.isImportSpecifier(parent);
}

/** `Element.`, also for a static member; nothing for a global name. */
function ownerOf({ parent }) {
  if (ts.isInterfaceDeclaration(parent)) return `${parent.name.text}.`;
  const holder = ts.isTypeLiteralNode(parent) ? parent.parent : undefined;
  return holder !== undefined && isNamed(holder) ? `${holder.name.text}.` : '';
}
