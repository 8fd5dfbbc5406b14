// Express brings a parser of bodies with tables of every text encoding. We read bodies ourselves, in UTF-8 only,
// so the bundle leaves it out; whoever asks for it has found a mistake.
const refuse = () => {
  throw new Error('Body parsers are not part of this bundle.');
};
module.exports = { json: refuse, raw: refuse, text: refuse, urlencoded: refuse };
