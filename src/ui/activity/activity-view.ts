import { type App, ItemView, type WorkspaceLeaf } from 'obsidian';
import { t } from '../text/text';
import type { ActivityPanel } from './activity-panel';

export const activityViewType = 'lectern-activity';

export type DrawActivity = (parent: HTMLElement) => Pick<ActivityPanel, 'resize' | 'end'>;

/** The activity in a sidebar. The app may open it before the plugin has started; then it is filled later. */
export class ActivityView extends ItemView {
  override icon = 'history';
  private panel: ReturnType<DrawActivity> | undefined;
  private isOpen = false;

  constructor(
    leaf: WorkspaceLeaf,
    private readonly draw: Promise<DrawActivity>,
  ) {
    super(leaf);
  }

  override getViewType(): string {
    return activityViewType;
  }

  override getDisplayText(): string {
    return t('activity.title');
  }

  protected override onOpen(): Promise<void> {
    this.isOpen = true;
    // Not awaited: the app waits for its views before it reports that the layout is ready.
    void this.draw.then(draw => {
      if (this.isOpen) this.panel = draw(this.contentEl);
    });
    return Promise.resolve();
  }

  override onResize(): void {
    this.panel?.resize();
  }

  protected override onClose(): Promise<void> {
    this.isOpen = false;
    this.panel?.end();
    this.contentEl.empty();
    return Promise.resolve();
  }
}

/** Shows the view in the right sidebar, or an already open one. */
export async function openActivity({ workspace }: App): Promise<void> {
  const [open] = workspace.getLeavesOfType(activityViewType);
  const leaf = open ?? workspace.getRightLeaf(false);
  if (leaf === null) return;
  if (open === undefined) await leaf.setViewState({ type: activityViewType, active: true });
  await workspace.revealLeaf(leaf);
}
