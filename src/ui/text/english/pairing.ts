/** The pairing of clients elsewhere: in the app, and on the page that a browser shows. */
export const pairing = {
  'pairing.noAddress': 'There is no public address: set "publicUrl" in the settings first.',
  'pairing.notListening': 'Lectern is not listening.',
  'pairing.row': 'Claude or ChatGPT on the web and phone',
  'pairing.rowDesc': 'They sign in at an address of your own, with a code and your consent.',
  'pairing.start': 'Connect',
  'pairing.documents': 'Let clients name themselves by a web address',
  'pairing.documentsDesc':
    'While you connect a client, Lectern then fetches the document at the address that the client names, over https and from public addresses only. Otherwise it makes no connections to other computers; most clients do not need this.',
  'pairing.address': 'Public address',
  'pairing.addressDesc':
    'The https address at which your tunnel or proxy passes requests on to Lectern. Notes that clients read leave this computer there.',
  'pairing.badAddress':
    'Enter an address such as https://notes.example.org, without name, query or fragment.',
  'pairing.step.client': '1. Add a connector with this address in the client',
  'pairing.step.code': '2. Enter this code on the page that opens',
  'pairing.waiting': 'Waiting for the code. It is valid for ten minutes.',
  'pairing.wants': '{client} wants to connect. It chose this name itself.',
  'pairing.goesTo': 'It will continue at {redirect}',
  'pairing.from': 'The code was entered from {address}',
  'pairing.rightsDesc': 'You are asked before each change, unless you change that later.',
  'pairing.allow': 'Allow',
  'pairing.refuse': 'Refuse',
  'pairing.allowed': 'Allowed. The client now fetches its access.',
  'pairing.paired': 'Connected: {name}',
  'pairing.refused': 'The client was refused.',
  'pairing.closed': 'The pairing ended: too late, or another one began.',
  'pairing.guessed':
    'The pairing ended: too many wrong codes, the last from {address}. If it was not you, begin again later.',
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
