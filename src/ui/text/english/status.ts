/** The first group of the settings. */
export const status = {
  'status.heading': 'Status',
  'status.server': 'Server',
  'status.address': 'Address',
  'status.readOnly': 'Read-only',
  'status.readOnlyDesc': 'No client may change anything, whatever its connection allows.',
  'status.lastCall': 'Last call',
  'status.start': 'Start',
  'status.stop': 'Stop',
  'status.restart': 'Restart',
  'status.running': 'Clients can connect while the server runs.',
  'status.paused': 'Clients stay connected. Calls are answered with “paused” until you resume.',
  'status.noAddress': 'None while the server is off.',
  'status.noCall': 'None since the app was started.',
  'status.call': '{tool} by {client} with {token}, {when}.',
  'status.failedCall': '{tool} by {client} with {token}, {when}: {outcome}.',
  'status.someClient': 'a client',
  'status.state.off': 'Off',
  'status.state.starting': 'Starting',
  'status.state.waiting': 'Waiting for the port',
  'status.state.listening': 'Running',
  'status.state.failed': 'Not running',
  'status.state.paused': 'Paused',
} as const;

/** Why the server does not listen, and what went wrong with the journal. */
export const problems = {
  'problem.noToken': 'There is no token, so nobody could connect. Create one in the settings.',
  'problem.notStarted': 'The server could not start.',
  'problem.portAwaited':
    'Port {port} is still in use by another program, perhaps by this app before a reload.',
  'problem.portTaken':
    'Port {port} is in use by another program, perhaps another vault. Choose another port in the settings.',
  'problem.portForbidden': 'Port {port} may not be used by this account. Choose one above 1023.',
  'problem.notListening': 'The server could not listen on port {port}.',
  'problem.addressUnknown': 'The address {host} is not one of this machine.',
  'problem.tokenNotSaved':
    'There is no token to connect with, and a new one could not be saved in the settings.',
  'problem.locked': 'Some settings could not be read. Repair the file or change a setting to start.',
  'problem.embeddingsServer':
    'The embeddings server in the settings is not used: its address must be a plain one of this computer, such as http://127.0.0.1:11434.',
  'problem.noRecovery':
    'What a crash left half done could not be looked through, so nothing is served yet. Start again to retry.',
  'problem.journal.unreadable': 'The journal of changes could not be read; it begins anew.',
  'problem.journal.unreadablePart': 'A part of the journal of changes could not be read: {name}.',
  'problem.journal.damagedPart':
    'A part of the journal of changes was damaged, or names files that are no files of the vault, and was ignored; it is kept aside as {name}.',
  'problem.journal.notCleared': 'Old changes could not be cleared from the journal.',
} as const;
