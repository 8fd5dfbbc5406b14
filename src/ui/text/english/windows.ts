/** The status bar, the commands, notices and the smaller dialogs. */
export const bar = {
  'bar.text': 'Lectern: {state}',
  'bar.waiting': 'Lectern: {state} ({waiting})',
  'bar.detail': '{text}. {detail}',
  'bar.state.off': 'off',
  'bar.state.starting': 'starting',
  'bar.state.waitingForPort': 'waiting for the port',
  'bar.state.failed': 'not running',
  'bar.state.paused': 'paused',
  'bar.state.waiting': 'waiting for approval',
  'bar.state.reading': 'reading',
  'bar.state.writing': 'writing',
  'bar.state.on': 'on',
  'bar.copyAddress': 'Copy the address',
  'bar.openSettings': 'Open settings',
} as const;

export const commands = {
  'command.restart': 'Restart the server',
  'command.reviewSettings': 'Review settings from another device',
  'cli.status': 'Show the status of Lectern.',
  'cli.server': 'Server: {state}',
  'cli.address': 'Address: {url}',
  'cli.problem': 'Problem: {problem}',
  'cli.calls': 'Calls under way: {count}',
  'cli.lastCall': 'Last call: {tool}, {time}',
  'cli.url': 'Show the address of the server.',
  'cli.pause': 'Pause all clients.',
  'cli.resume': 'Resume.',
  'cli.notRunning': 'The server is not running.',
  'cli.paused': 'Paused.',
  'cli.resumed': 'Resumed.',
} as const;

export const notices = {
  'notice.text': 'Lectern: {message}',
  'notice.copied': 'Copied. Where to paste it: {place}.',
  'notice.connected': '{client} connected with {token}.',
  'notice.someClient': 'A client',
  'notice.someClientWith': 'A client with {token}',
  'notice.changes': { one: '{who} made a change.', other: '{who} made {count} changes.' },
  'notice.oldInstaller':
    'This installation of Obsidian is too old for Lectern, although the app itself is up to date. Download the installer from obsidian.md and install it over the old one; your vaults stay as they are.',
  'notice.noStart': 'The plugin could not start. Switch it off and on to try again.',
  'notice.notSaved': 'The settings could not be saved. They hold until the app is closed.',
  'notice.tokenNotKept':
    'The app could not keep the token of {name}, so this device knows it only until the app is closed.',
} as const;

export const dialogs = {
  'copy.title': 'Copy it yourself',
  'copy.text': 'The clipboard is not available. The text is selected: copy it from here.',
  'copy.label': 'Text to copy',
  'welcome.title': 'Lectern is ready',
  'welcome.purpose':
    'AI clients on this computer, such as Claude Code or Cursor, can now search, read and edit the notes of this vault. Nothing leaves your computer by itself: a client sees only what it asks for, and only with a token that you give it.',
  'welcome.starting': 'The server is starting.',
  'welcome.running': 'The server runs at {url}.',
  'welcome.rightsDesc': 'What your first client may do.',
  'welcome.foldersDesc': 'What it may see. You pick the folder next.',
  'welcome.someFolders': 'Only some folders',
  'welcome.first':
    'A connection named “default” is there already. It may read and write every note, but no client has its token.',
  'welcome.undo': 'Every change is kept for a while and can be undone. What is deleted goes to the trash.',
  'welcome.pause': 'Pause all clients at any time from the status bar.',
  'welcome.later': 'Later',
} as const;

/** Settings that came with the vault. */
export const brought = {
  'brought.title': 'Settings from another device',
  'brought.explanation':
    'These settings came with the vault: from another device of yours, or from whoever made the vault. They let somebody do more than what was set on this device, so they do not hold here until you accept them. What you ignore stays in the settings of your other devices.',
  'brought.nothing': 'Nothing in the settings of this vault waits to be accepted on this device.',
  'brought.accept': 'Accept',
  'brought.acceptItem': 'Accept: {item}',
  'brought.acceptAll': 'Accept all',
  'brought.ignoreAll': 'Ignore all',
  'brought.sentence':
    'Part of the vault’s settings was not made on this device and is ignored: {items}. {howToAccept}',
  'brought.inHost': 'To accept it, start once with --accept-settings.',
  'brought.inApp': 'To accept it, run the command “Review settings from another device”.',
  'brought.tokens': 'tokens',
  'brought.token': 'token {name} with {rights} rights',
  'brought.tokenOnly': 'token {name} with {rights} rights, only for {folders}',
  'brought.rights.read': 'read',
  'brought.rights.write': 'write',
  'brought.rights.full': 'full',
  'brought.host': 'listening at {address}',
  'brought.origins': 'calls by web pages of {origins}',
  'brought.writing': 'writing, which is switched off here',
  'brought.hidden': 'showing what is hidden here',
  'brought.disabledTools': 'tools that are switched off here',
  'brought.tools': 'the tools {tools}',
  'brought.approval': 'changes without being asked',
  'brought.commands': 'the commands {commands}',
  'brought.embeddings': 'sending the texts of notes to {address}',
  'brought.templater': 'templates that run code',
  'brought.more': { one: '{list} and {count} more', other: '{list} and {count} more' },
} as const;

/** The file of the settings. */
export const file = {
  'file.problems': 'Some settings could not be read.',
  'file.missing': 'Their file is missing or empty.',
  'file.damaged': 'The file is not JSON, or cannot be read.',
  'file.notObject': 'The settings are not an object.',
  'file.unreadableKey': '"{key}" could not be read.',
  'file.unknownKey': '"{key}" is not a setting.',
  'file.token': 'Token {number} could not be read and was dropped.',
  'file.kept': 'The file was kept as {copy}.',
  'file.returned': '{names} came back with another copy of the settings, and was revoked again.',
  'file.closedApp': 'No client can connect until you repair the file, or change something in the settings.',
  'file.closedHost':
    'No client can connect until the file is whole again. Without a file, one start with --accept-settings begins with new settings.',
} as const;
