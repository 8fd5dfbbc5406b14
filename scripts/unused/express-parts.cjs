// Express brings parts that we never call: query strings, cookies, files, ranges, negotiation. The bundle leaves them
// out; whoever asks for one has found a mistake.
module.exports = () => {
  throw new Error('This part of Express is not in this bundle.');
};
