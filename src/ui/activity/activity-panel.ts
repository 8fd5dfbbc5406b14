import type { Cancellable } from '../../platform';
import { ActivityList } from './activity-list';
import { markOwn } from '../text/text';
import { DetailPane } from './detail-pane';
import { activityEntries, type ActivityEntry, type ActivityOptions } from './activity-entries';

/** Changes within this time are drawn together, milliseconds. */
const gathering = 100;

/** The list of calls, or the details of one. */
export class ActivityPanel {
  private readonly list: ActivityList;
  private readonly detailEl: HTMLElement;
  private detail: DetailPane | undefined;
  private timer: Cancellable | undefined;
  private readonly ends: readonly (() => void)[];

  constructor(
    parent: HTMLElement,
    private readonly options: ActivityOptions,
  ) {
    markOwn(parent, 'lectern-activity');
    const listEl = parent.createDiv('lectern-activity-list');
    this.detailEl = parent.createDiv('lectern-activity-detail');
    this.detailEl.hide();
    this.list = new ActivityList(listEl, options, {
      open: entry => this.open(listEl, entry),
      changed: () => this.refresh(),
    });
    const { calls } = options;
    this.ends = [calls.subscribe(() => this.gather()), calls.watch(() => this.gather())];
    this.refresh();
  }

  resize(): void {
    this.list.resize();
  }

  end(): void {
    this.timer?.cancel();
    this.detail?.end();
    this.list.end();
    for (const end of this.ends) end();
  }

  private gather(): void {
    this.timer ??= this.options.after(gathering, () => this.refresh());
  }

  private refresh(): void {
    this.timer?.cancel();
    this.timer = undefined;
    const { calls, changes } = this.options;
    this.list.show(activityEntries(calls.all, changes.list()));
  }

  private open(listEl: HTMLElement, entry: ActivityEntry): void {
    this.detail?.end();
    this.detailEl.empty();
    this.detailEl.show();
    listEl.hide();
    this.detail = new DetailPane(this.detailEl, entry, this.options, {
      back: () => {
        this.detail?.end();
        this.detailEl.hide();
        this.detailEl.empty();
        listEl.show();
        this.list.resize();
        this.list.focus();
      },
      changed: () => this.refresh(),
    });
  }
}
