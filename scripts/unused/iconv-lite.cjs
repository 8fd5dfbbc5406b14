// Express brings a body parser with tables of every text encoding. We read bodies ourselves, in UTF-8 only, so
// the bundle leaves the tables out; whoever asks for one has found a mistake.
const refuse = () => {
  throw new Error('Text encodings are not part of this bundle.');
};
module.exports = { encodingExists: () => false, decode: refuse, encode: refuse, getDecoder: refuse, getEncoder: refuse };
