/** The pairing of clients elsewhere: in the app, and on the page that a browser shows. */
export const pairing = {
  'pairing.noAddress': 'There is no public address: set "publicUrl" in the settings first.',
  'pairing.notListening': 'Lectern is not listening.',
  'signIn.title': 'Connect to Lectern',
  'signIn.wants': '“{client}” wants to use notes, and will continue at {host}.',
  'signIn.readOnly': 'It may read, and change nothing.',
  'signIn.code': 'Code',
  'signIn.codeHint': 'Enter the eight letters that Lectern shows, in Obsidian or in the terminal.',
  'signIn.wrongCode': 'This code is wrong. Check the letters that Lectern shows.',
  'signIn.next': 'Continue',
  'signIn.waiting':
    'Now allow the connection in Lectern, in Obsidian or in the terminal. This page continues by itself.',
  'signIn.closed': 'No client can be connected now: the owner of the notes starts it in Lectern.',
  'signIn.unknown': 'This client or its return address is not registered here. Start again in the client.',
  'signIn.over': 'This sign-in has ended. Go back to the client.',
  'signIn.tooMany': 'Too many attempts. Wait a minute, then try again.',
} as const;
