// Express brings a table of all file types to serve files by. We serve none, so the bundle leaves it out.
module.exports = {};
