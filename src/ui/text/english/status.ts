/** The first group of the settings. */
export const status = {
  'status.heading': 'Status of {vault}',
  'status.server': 'Server',
  'status.address': 'Address',
  'status.readOnly': 'Read-only',
  'status.readOnlyDesc': 'No client may change anything, whatever its rights.',
  'status.lastCall': 'Last call',
  'status.start': 'Start',
  'status.stop': 'Stop',
  'status.restart': 'Restart',
  'status.usePort': 'Use port {port}',
  'status.usePortDesc': 'Or let this vault use a free port on this device, and set up its clients again.',
  'status.running': 'Clients can connect while the server runs.',
  'status.paused': 'Clients stay connected. Calls get “paused” until you resume.',
  'status.noAddress': 'None while the server is off.',
  'status.noCall': 'None since the app started.',
  'status.call': '{tool} by {caller}, {when}.',
  'status.failedCall': '{tool} by {caller}, {when}: {outcome}.',
  'status.state.off': 'Off',
  'status.state.starting': 'Starting',
  'status.state.waiting': 'Waiting for the port',
  'status.state.listening': 'Running',
  'status.state.failed': 'Not running',
  'status.state.paused': 'Paused',
} as const;

/** Why the server does not listen, and what went wrong with the journal. */
export const problems = {
  'problem.notStarted': 'The server could not start.',
  'problem.portAwaited':
    'Port {port} is still in use by another program, perhaps by this app before a reload.',
  'problem.portTaken':
    'Port {port} is in use by another program, perhaps another vault. Choose another port in the settings.',
  'problem.portForbidden': 'This account may not use port {port}. Choose one above 1023.',
  'problem.notListening': 'The server could not listen on port {port}.',
  'problem.addressUnknown': '{host} is not an address of this computer.',
  'problem.tokenNotSaved':
    'There is no token to connect with, and a new one could not be saved in the settings.',
  'problem.locked': 'Some settings could not be read. Repair the file, or change a setting to start.',
  'problem.embeddingsServer':
    'The embeddings server is not used: its address must be on this computer, such as http://127.0.0.1:11434.',
  'problem.noRecovery':
    'Changes that a crash interrupted could not be checked, so the server did not start. Start it again to retry.',
  'problem.journal.unreadable': 'The change history could not be read; a new one was started.',
  'problem.journal.unreadablePart': 'Part of the change history could not be read: {name}.',
  'problem.journal.damagedPart':
    'Part of the change history was damaged, or names files outside the vault, and was ignored. It was kept as {name}.',
  'problem.journal.notCleared': 'Old changes could not be removed from the history.',
} as const;
