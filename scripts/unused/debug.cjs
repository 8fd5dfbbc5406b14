// Express writes what it does to standard error when `DEBUG` says so, requests included; nobody asked Lectern for that.
module.exports = () => Object.assign(() => undefined, { enabled: false });
