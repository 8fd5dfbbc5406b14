/** Internal in the app, but widely used: the palette's commands. */
import type { Command } from 'obsidian';
import { guardMembers } from '../core/strict';

export class Commands {
  static {
    guardMembers(this);
  }

  readonly commands: Record<string, Command> = blankRecord();

  addCommand(command: Command): void {
    this.commands[command.id] = command;
  }

  removeCommand(id: string): void {
    Reflect.deleteProperty(this.commands, id);
  }

  findCommand(id: string): Command | undefined {
    return this.commands[id];
  }

  /** What the palette would list now: nothing that needs an editor, since there is none. */
  listCommands(): Command[] {
    return Object.values(this.commands).filter(isAvailable);
  }

  /** @returns whether the command exists and is available */
  executeCommandById(id: string): boolean {
    const command = this.commands[id];
    if (command === undefined || !isAvailable(command)) return false;
    if (command.checkCallback !== undefined) command.checkCallback(false);
    else command.callback?.();
    return true;
  }
}

function isAvailable(command: Command): boolean {
  if (command.editorCheckCallback !== undefined || command.editorCallback !== undefined) return false;
  return command.checkCallback === undefined || command.checkCallback(true) === true;
}

/** Without a prototype, so that no id finds what was not registered. */
function blankRecord(): Record<string, Command> {
  const record: Record<string, Command> = {};
  Object.setPrototypeOf(record, null);
  return record;
}
