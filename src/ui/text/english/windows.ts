/** The status bar, the commands, notices and the smaller dialogs. */
export const bar = {
  'bar.text': 'Lectern: {state} · {vault}',
  'bar.waiting': 'Lectern: {state} ({waiting}) · {vault}',
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
  'cli.calls': 'Calls in progress: {count}',
  'cli.lastCall': 'Last call: {tool}, {time}',
  'cli.url': 'Show the address of the server.',
  'cli.pause': 'Pause all clients.',
  'cli.resume': 'Resume all clients.',
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
    'This installation of Obsidian is too old for Lectern, although the app is up to date. Download the installer from obsidian.md and install it over the old one; your vaults are not affected.',
  'notice.noStart': 'Lectern could not start. Disable and enable it to try again.',
  'notice.notSaved': 'The settings could not be saved. They apply until the app is closed.',
  'notice.tokenNotKept':
    'The token of {name} could not be stored. This device knows it until the app is closed.',
} as const;

export const dialogs = {
  'copy.title': 'Copy manually',
  'copy.text': 'The clipboard is not available. Copy the selected text.',
  'copy.label': 'Text to copy',
} as const;

/** Settings that came with the vault. */
export const brought = {
  'brought.title': 'Settings from another device',
  'brought.explanation':
    'These settings came with the vault, from another device of yours or from whoever created the vault. They would give more access than you set on this device, so they apply only after you accept them. Ignored settings stay on your other devices.',
  'brought.nothing': 'No settings are waiting to be accepted on this device.',
  'brought.accept': 'Accept',
  'brought.acceptItem': 'Accept: {item}',
  'brought.acceptAll': 'Accept all',
  'brought.ignoreAll': 'Ignore all',
  'brought.sentence':
    'This vault came with access settings from another computer ({items}). They are ignored. {howToAccept}',
  'brought.inHost': 'If they are yours, start once with --accept-settings.',
  'brought.inApp': 'If they are yours, run the command “Review settings from another device”.',
  'brought.tokens': 'tokens',
  'brought.token': 'token {name} with {rights} rights',
  'brought.tokenOnly': 'token {name} with {rights} rights, only for {folders}',
  'brought.rights.read': 'read',
  'brought.rights.write': 'write',
  'brought.rights.full': 'full',
  'brought.host': 'listening on {address}',
  'brought.publicUrl': 'sign-in at {address}',
  'brought.clientDocuments': 'fetching documents of clients that sign in',
  'brought.origins': 'calls from web pages of {origins}',
  'brought.writing': 'writing, which is off here',
  'brought.hidden': 'showing what is hidden here',
  'brought.disabledTools': 'tools that are off here',
  'brought.tools': 'the tools {tools}',
  'brought.approval': 'changes without asking',
  'brought.commands': 'the commands {commands}',
  'brought.embeddings': 'sending note texts to {address}',
  'brought.templater': 'templates that run code',
  'brought.more': { one: '{list} and {count} more', other: '{list} and {count} more' },
} as const;

/** The file of the settings. */
export const file = {
  'file.problems': 'Some settings could not be read.',
  'file.missing': 'The file is missing or empty.',
  'file.damaged': 'The file is not valid JSON or cannot be read.',
  'file.notObject': 'The settings are not an object.',
  'file.unreadableKey': '"{key}" could not be read.',
  'file.unknownKey': '"{key}" is not a setting.',
  'file.token': 'Token {number} could not be read and was dropped.',
  'file.kept': 'The file was kept as {copy}.',
  'file.returned': '{names} came back with another copy of the settings and was revoked again.',
  'file.closedApp': 'No client can connect until you repair the file or change a setting.',
  'file.closedHost':
    'No client can connect until the file is repaired. To begin with new settings, delete it and start once with --accept-settings.',
} as const;
