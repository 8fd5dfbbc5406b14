import { type Shows, ToolFailure } from '../../errors';
import type { Tool } from '../../tools/tool';
import { defaultProfile, profileIncludes, suffices } from '../../utils/rights';
import type { Grant } from '../../vault/access/access';

export interface Policy {
  readonly readOnly: boolean;
  /** False in the headless host. */
  readonly hasWindow: boolean;
  /** Whether any folder rule narrows what the token sees. */
  isNarrowed(grant: Grant): boolean;
  /** Which command line gave the token of this name its rights, if one did. */
  originOf(token: string): keyof typeof ways | undefined;
  /** Whether the settings enable the tool, apart from tokens. */
  isOn(tool: Tool): boolean;
}

const ways = {
  run: 'start Lectern with `',
  pairing: 'pair the client again with `lectern pair VAULT ',
} as const;

/** Which tools a token may call, and which it is shown. */
export class ToolAccess {
  private readonly byName: ReadonlyMap<string, Tool>;

  constructor(
    readonly tools: readonly Tool[],
    private readonly policy: () => Policy,
  ) {
    this.byName = new Map(tools.map(tool => [tool.name, tool]));
  }

  listed(grant: Grant): readonly Tool[] {
    return this.tools.filter(tool => this.isListed(tool, grant));
  }

  /** Those that the token is not shown but may call. */
  unlisted(grant: Grant): readonly Tool[] {
    return this.tools.filter(tool => !this.isListed(tool, grant) && this.isOpen(tool, grant));
  }

  /** Whether a text for this token may name the tool; true for a word that names none. */
  shows(name: string, grant: Grant): boolean {
    const tool = this.byName.get(name);
    return tool === undefined || this.isListed(tool, grant);
  }

  showsTo(grant: Grant): Shows {
    return name => this.shows(name, grant);
  }

  /** Whether the token may call the tool of this name, listed or not. */
  mayCall(name: string, grant: Grant): boolean {
    const tool = this.byName.get(name);
    return tool !== undefined && this.isOpen(tool, grant);
  }

  private isListed(tool: Tool, grant: Grant): boolean {
    const { profile = defaultProfile } = grant;
    return profileIncludes(profile, tool.profile ?? 'all') && this.isOpen(tool, grant);
  }

  private isOpen(tool: Tool, grant: Grant): boolean {
    const isBarred = tool.needsWholeVault === true && this.policy().isNarrowed(grant);
    return !isBarred && this.refusal(tool, grant) === undefined;
  }

  /** Why the token may not call the tool now, by its rights and the settings. A tool that is only not listed may be called. */
  refusal(tool: Tool, grant: Grant): ToolFailure | undefined {
    const policy = this.policy();
    if (tool.needsWindow === true && !policy.hasWindow)
      return new ToolFailure(
        'unsupported_here',
        `\`${tool.name}\` needs the app's window, and Lectern runs without the app here.`,
      );
    if (!policy.isOn(tool))
      return new ToolFailure('tool_disabled', `\`${tool.name}\` is switched off in the settings.`);
    if (grant.disabledTools.includes(tool.name)) {
      return new ToolFailure('tool_disabled', `\`${tool.name}\` is switched off for this token.`, {
        hint: 'The owner of the vault can switch it on for this token in the settings of Lectern (`disabledTools`).',
      });
    }
    if (!suffices(grant.rights, tool.risk.rights)) {
      const origin = policy.originOf(grant.token);
      return new ToolFailure(
        'permission_denied',
        `\`${tool.name}\` needs a token with "${tool.risk.rights}" rights; this one has "${grant.rights}".`,
        origin === undefined ? {} : { hint: hintOf(`${ways[origin]}--rights ${tool.risk.rights}\``) },
      );
    }
    if (policy.readOnly && !tool.risk.annotations.readOnlyHint) {
      return new ToolFailure('permission_denied', 'The vault is read-only.', {
        hint: policy.hasWindow
          ? 'The owner of the vault can switch read-only off at the top of the settings of Lectern.'
          : hintOf('start Lectern without `--read-only`', 'switch `readOnly` off'),
      });
    }
    return undefined;
  }
}

/** Without the app, options of the command line stand before the settings. */
function hintOf(way: string, setting = 'allow it'): string {
  return `The owner of the vault can ${way}, or ${setting} in its settings.`;
}
