/**
 * Forbids the engine's own search of a text for another one that is not known here: it can take the product of both
 * lengths. `src/utils/text/text-search.ts` has searches that do not.
 */
const { TypeFlags } = require('typescript');

/** Each looks for its first argument. `startsWith` and `endsWith` compare at one place only. */
const methods = new Set([
  ...['includes', 'indexOf', 'lastIndexOf', 'split', 'replace', 'replaceAll'],
  ...['search', 'match', 'matchAll'],
]);

/** @type {import('eslint').Rule.RuleModule} */
module.exports = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      unbounded:
        "The engine's `{{method}}` takes quadratic time for some long texts: use src/utils/text/text-search.ts, or a type that lists the possible texts.",
    },
  },
  create(context) {
    const { sourceCode } = context;
    const services = sourceCode.parserServices;
    const checker = services.program.getTypeChecker();
    const typeOf = node => {
      const type = services.getTypeAtLocation(node);
      return checker.getBaseConstraintOfType(type) ?? type;
    };
    const isKnown = node =>
      !partsOf(typeOf(node)).some(isUnknownText) || isConstantOfModule(node, sourceCode);
    return {
      CallExpression(node) {
        const { callee } = node;
        const [needle] = node.arguments;
        if (needle === undefined || callee.type !== 'MemberExpression') return;
        const method = memberName(callee);
        if (!methods.has(method) || !partsOf(typeOf(callee.object)).some(isText)) return;
        // A text of the program is short, so what is looked for in it may be any.
        if (isKnown(callee.object) || (needle.type !== 'SpreadElement' && isKnown(needle))) return;
        context.report({ node: needle, messageId: 'unbounded', data: { method } });
      },
    };
  },
};

function memberName({ property, computed }) {
  if (!computed) return property.name;
  return property.type === 'Literal' ? String(property.value) : undefined;
}

function partsOf(type) {
  return type.isUnionOrIntersection() ? type.types.flatMap(partsOf) : [type];
}

function isText({ flags }) {
  return (flags & (TypeFlags.StringLike | TypeFlags.Any | TypeFlags.Unknown)) !== 0;
}

/** A text other than those that its type names. */
function isUnknownText(type) {
  return isText(type) && !type.isStringLiteral();
}

/** Made when the module is loaded, before anything from outside is there. */
function isConstantOfModule(node, sourceCode) {
  if (node.type !== 'Identifier') return false;
  const variable = findVariable(sourceCode.getScope(node), node.name);
  const [definition] = variable?.defs ?? [];
  if (definition?.type !== 'Variable' || definition.parent.kind !== 'const' || !definition.node.init)
    return false;
  return variable.scope.type === 'module' || variable.scope.type === 'global';
}

function findVariable(scope, name) {
  for (let at = scope; at !== null; at = at.upper) {
    const variable = at.set.get(name);
    if (variable !== undefined) return variable;
  }
  return undefined;
}
