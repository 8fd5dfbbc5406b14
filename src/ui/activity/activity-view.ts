import { type App, ItemView, type WorkspaceLeaf } from 'obsidian';
import { ActivityPanel } from './activity-panel';
import type { ActivityParts } from './parts';

export const activityViewType = 'lectern-activity';

/** What clients did, in a sidebar. */
export class ActivityView extends ItemView {
  override icon = 'history';
  private panel: ActivityPanel | undefined;

  constructor(
    leaf: WorkspaceLeaf,
    private readonly parts: ActivityParts,
  ) {
    super(leaf);
  }

  override getViewType(): string {
    return activityViewType;
  }

  override getDisplayText(): string {
    return 'Lectern activity';
  }

  protected override onOpen(): Promise<void> {
    this.panel = new ActivityPanel(this.contentEl, this.parts);
    return Promise.resolve();
  }

  override onResize(): void {
    this.panel?.resize();
  }

  protected override onClose(): Promise<void> {
    this.panel?.end();
    this.contentEl.empty();
    return Promise.resolve();
  }
}

/** Shows the view in the right sidebar, the one that is open where there is one. */
export async function openActivity({ workspace }: App): Promise<void> {
  const [open] = workspace.getLeavesOfType(activityViewType);
  const leaf = open ?? workspace.getRightLeaf(false);
  if (leaf === null) return;
  if (open === undefined) await leaf.setViewState({ type: activityViewType, active: true });
  await workspace.revealLeaf(leaf);
}
