/** The texts of `--help`: one page for all, and a part of it for each command. */

interface Part {
  /** The command lines, without the program. */
  readonly usage: readonly string[];
  readonly about: string;
  /** Each option of this part, with lines that continue below. */
  readonly options: string;
}

const serving: Part = {
  usage: ['VAULT [options]', 'NAME=FOLDER... [options]'],
  about: `Serves the folder VAULT, such as an Obsidian vault, to AI clients over the Model Context Protocol.
NAME=FOLDER, one or more times, serves vaults at one address: each at /NAME/mcp, all at /mcp.`,
  options: `--port PORT       port to listen on (default: the saved setting, else 27150)
--host ADDRESS    address to listen on (default: the saved one, else 127.0.0.1)
--allow-remote    allow a --host that other computers can reach; requires LECTERN_TOKEN
--rights RIGHTS   read, write or full: rights of the token in LECTERN_TOKEN, or of a token
                  that is created if there is none (default: write)
--tools PROFILE   core, standard or all: how many tools these tokens list (default: core); use
                  all for clients that load tools on demand
--read-only       refuse every change, whatever the token's rights
--settings FILE   JSON in the format of the plugin's data.json; overrides the saved settings
                  for this run
--accept-settings accept the access settings that came with the vault on this device, such as
                  tokens and addresses set on another device
--plugins ID,...  also load these community plugins of the vault
--approve         ask on this terminal before changes that need approval; otherwise they are
                  refused
--json            print only one line of JSON when ready; with NAME=FOLDER, a line for each event
--show-token      print the token even if the output is a file or a pipe
--stdio           speak MCP over stdin/stdout, with no port or token to set up; for uploads and
                  other clients it also listens, on a free port unless --port is given
--setup CLIENT    print the setup of a client, such as cursor, and exit; uses --port and --host
--help            print this help; after a command, the help of that command
--version         print the version`,
};

const parts = {
  install: {
    usage: ['install VAULT [--force] [--config-folder FOLDER]'],
    about: 'install installs or updates the plugin in an Obsidian vault, and keeps its settings.',
    options: `--force           replace a newer version of the plugin by this one
--config-folder FOLDER
                  folder in the vault where Obsidian keeps its settings (default: .obsidian)`,
  },
  connect: {
    usage: [
      'connect CLIENT [VAULT | NAME=FOLDER ...] [--url ADDRESS | --port PORT] [--name NAME]',
      '[--rights RIGHTS] [--tools PROFILE] [--remove] [--print] [--yes]',
    ],
    about: `connect sets up a client to start Lectern for VAULT or, with --port, --url or LECTERN_TOKEN, to use
a running server. Without any of these, it offers the vaults that Obsidian knows here. Several vaults,
each as NAME=FOLDER, become one entry. For claude-web and chatgpt it prints the steps.`,
    options: `--url ADDRESS     address of a running server, such as http://127.0.0.1:27150/mcp
--port PORT       port of a server running on this computer (default: 27150)
--name NAME       name of the entry in the client's settings (default: lectern)
--rights RIGHTS   read, write or full: what the client may do if it starts Lectern itself
--tools PROFILE   core, standard or all: how many tools are then listed
--remove          remove the entry from the client's settings
--print           print the entry and change nothing
--yes             change the client's settings without asking; if no vault is named, for every
                  vault that Obsidian knows here`,
  },
  pair: {
    usage: ['pair VAULT [--rights RIGHTS] [--folder FOLDER]... [--changes ask|allow] [--yes] [--json]'],
    about: 'pair lets one remote client sign in to the Lectern that serves VAULT.',
    options: `--rights RIGHTS   read, write or full: what the client may do (default: read)
--folder FOLDER   folder of the vault that the client may use; repeat for several folders
                  (default: the whole vault)
--changes ask|allow
                  whether Lectern asks before each change (default: ask)
--yes             allow the client that enters the code, without asking
--json            print a line of JSON for each event`,
  },
  doctor: {
    usage: ['doctor [VAULT | NAME=FOLDER ...] [--port PORT]', 'doctor --public [VAULT | --url ADDRESS]'],
    about: `doctor finds problems, says what to do, and changes nothing. With --public, it checks the address
where remote clients sign in.`,
    options: `--port PORT       port where the server should answer (default: the saved setting, else 27150)
--public          check the public address instead, as remote clients reach it
--url ADDRESS     the public address (default: publicUrl in the settings of VAULT)`,
  },
} as const satisfies Record<string, Part>;

const environment =
  'LECTERN_TOKEN sets a token named "env" for this run; LECTERN_TOKEN_FILE names a file that contains it.';

export function commandNames(): string[] {
  return Object.keys(parts);
}

/** @param program how the user calls the command @param name of the command; undefined for the whole page */
export function helpText(program: string, name?: string): string {
  const found = new Map<string, Part>(Object.entries(parts)).get(name ?? '');
  const shown = found === undefined ? [serving, ...Object.values<Part>(parts)] : [found];
  return `${[
    `Usage: ${usageLines(shown).join('\n  ')}${program === 'lectern' ? '' : `\n\nHere, lectern stands for: ${program}`}`,
    ...shown.map(({ about, options }) => `${about}\n\n${indented(options)}`),
    ...(found === undefined ? [environment] : []),
  ].join('\n\n')}\n`;
}

function usageLines(shown: readonly Part[]): string[] {
  return shown.flatMap(({ usage }) =>
    usage.map(line => (line.startsWith('[') ? `                ${line}` : `lectern ${line}`)),
  );
}

function indented(text: string): string {
  return text
    .split('\n')
    .map(line => `  ${line}`)
    .join('\n');
}
