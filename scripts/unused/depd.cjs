// Express and its parts tell of calls that they deprecate, and ask for a stack with lines of the source when they are
// loaded: in a bundle of one long line the engine counts all of its letters for that (6 ms of each start, measured).
const deprecate = () => undefined;
module.exports = () => Object.assign(deprecate, { function: given => given, property: () => undefined });
