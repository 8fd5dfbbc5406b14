import { ToolFailure } from '../../errors';
import { compareKeys, foldPath, nameKey } from '../../utils/text/folding';
import { nearest } from '../../utils/near';
import type { CallerContext } from '../caller-context';
import type { PagedQuery, PageFields } from '../paging';
import { property } from '../plugins/plugin-api';
import type { WriteCall } from '../writing/pipeline/pipeline';
import { contains } from '../../utils/text/text-search';

export interface Command {
  readonly id: string;
  readonly name: string;
}

/** The parts of a call that an approval dialog shows and needs while it waits. */
type CommandCall = Pick<WriteCall, 'tool' | 'client' | 'signal' | 'progress' | 'waitForUser' | 'askInClient'>;

/** Called before a command runs; may wait for the user. @throws ToolFailure `approval_refused` */
export type CommandApproval = (command: Command, call: CommandCall, token: string) => Promise<void>;

export interface CommandOptions {
  /** Ids that agents may run; one ending in `*` allows all ids with that prefix. */
  readonly commandAllowList: readonly string[];
  readonly approveCommand?: CommandApproval | undefined;
}

const maxCommands = 10_000;
const maxText = 500;
/** How many words of a command's name are checked for paths. */
const maxWords = 50;

/** The app's commands, as one caller may see and run them. `app.commands` is internal in the app. */
export class Commands {
  constructor(
    private readonly context: Pick<CallerContext, 'app' | 'files' | 'pager'>,
    private readonly options: CommandOptions,
  ) {}

  /** Lists commands by name, runnable or not: checking that would run code of every plugin. */
  list(query: PagedQuery & { readonly filter?: string | undefined }): { commands: Command[] } & PageFields {
    const wanted = foldPath(query.filter ?? '');
    const keyOf = ({ id, name }: Command): [string, string] => [nameKey(name), id];
    const items = this.known()
      .filter(({ id, name }) => contains(foldPath(id), wanted) || contains(foldPath(name), wanted))
      .map(command => ({ command, key: keyOf(command) }))
      .sort((a, b) => compareKeys(a.key[0], b.key[0]) || compareKeys(a.key[1], b.key[1]))
      .map(({ command }) => command);
    const { page, ...rest } = this.context.pager.page('list_commands', query, { items, keyOf });
    return { commands: [...page], ...rest };
  }

  /** @throws ToolFailure `permission_denied`, `not_found`, `approval_refused`, `internal_error`; the signal's reason */
  async execute(commandId: string, call: CommandCall): Promise<{ commandId: string; executed: boolean }> {
    const { approveCommand } = this.options;
    const { files } = this.context;
    if (!this.isAllowed(commandId)) {
      throw new ToolFailure('permission_denied', 'This command is not on the list of allowed commands.', {
        hint: 'Ask the owner of the vault to add its id in the settings of Lectern, under “Commands clients may run” (`commandAllowList`).',
      });
    }
    const command = this.find(commandId);
    await approveCommand?.(command, call, files.access.grant.token);
    call.signal.throwIfAborted();
    return { commandId, executed: this.run(commandId) };
  }

  private isAllowed(commandId: string): boolean {
    return this.options.commandAllowList.some(allowed =>
      allowed.endsWith('*') ? commandId.startsWith(allowed.slice(0, -1)) : commandId === allowed,
    );
  }

  private find(commandId: string): Command {
    const known = this.known();
    const command = known.find(({ id }) => id === commandId);
    if (command !== undefined) return command;
    const allowed = known.map(({ id }) => id).filter(id => this.isAllowed(id));
    throw new ToolFailure('not_found', 'There is no command with this id.', {
      candidates: nearest(commandId, allowed, 5),
      hint: ['Look the id up with `list_commands`.', 'Ask the user for the id.'],
    });
  }

  private run(commandId: string): boolean {
    const commands = property(this.context.app, 'commands');
    const execute = property(commands, 'executeCommandById');
    if (typeof execute !== 'function') return false;
    try {
      return Reflect.apply(execute, commands, [commandId]) === true;
    } catch {
      throw new ToolFailure('internal_error', 'The command failed.', {
        hint: 'Tell the user: it is not known what the command did before it failed.',
      });
    }
  }

  private known(): Command[] {
    const registered = property(property(this.context.app, 'commands'), 'commands');
    if (typeof registered !== 'object' || registered === null) return [];
    return Object.keys(registered)
      .slice(0, maxCommands)
      .flatMap(id => {
        const name = property(property(registered, id), 'name');
        return typeof name === 'string' && id.length <= maxText ? [{ id, name: name.slice(0, maxText) }] : [];
      })
      .filter(command => this.mayTell(command));
  }

  /** Plugins name commands after notes, such as templates; those of hidden notes are hidden. */
  private mayTell({ id, name }: Command): boolean {
    return !this.context.files.access.isNarrowed || ![id, name].some(text => this.namesUnseen(text));
  }

  private namesUnseen(text: string): boolean {
    const { app, files } = this.context;
    return pathsIn(text).some(path => {
      const file = app.vault.getAbstractFileByPath(path);
      return file !== null && !files.canSee(file);
    });
  }
}

/** The parts of a command's name that look like paths: after a colon, or from any word to its end. */
function pathsIn(text: string): string[] {
  const words = text
    .slice(text.indexOf(':') + 1)
    .trim()
    .split(' ')
    .slice(0, maxWords);
  return words
    .map((_word, index) => words.slice(index).join(' '))
    .filter((path, index) => index === 0 || path.includes('/') || path.endsWith('.md'))
    .flatMap(path => [path, `${path}.md`]);
}
