import { t } from '../../../ui/text/text';
import type { Grant } from '../../../vault/access/grant';
import type { GrantCoverage } from '../../../vault/access/grant-preview';
import type { GrantPreviewReader } from '../parts';
import { addStatusLine } from '../rows';
import { unreadableRules } from '../tokens/token-problems';

/** Shows how many notes the rules cover while they are typed; each update cancels the previous one. */
export class CoverageLine {
  private readonly status: HTMLElement;
  private looking = new AbortController();

  constructor(
    parent: HTMLElement,
    private readonly preview: GrantPreviewReader,
    private readonly textOf: (coverage: GrantCoverage) => string = sightText,
  ) {
    this.status = addStatusLine(parent);
  }

  /** Never rejects. */
  async show(grant: Grant): Promise<void> {
    this.looking.abort();
    this.looking = new AbortController();
    const { signal } = this.looking;
    try {
      const coverage = await this.preview.count(grant, signal);
      if (!signal.aborted) this.showStatus(this.textOf(coverage), false);
    } catch (error) {
      if (!signal.aborted) this.showStatus(unreadableRules(error), true);
    }
  }

  end(): void {
    this.looking.abort();
  }

  private showStatus(text: string, isProblem: boolean): void {
    this.status.setText(text);
    this.status.toggleClass('lectern-trouble', isProblem);
  }
}

function sightText({ notes, readable, writable }: GrantCoverage): string {
  return t('folders.covers', { notes: t('common.notes', { count: notes }), readable, writable });
}

/** How many notes the rules hide, if a grant has only these rules. */
export function hiddenText({ notes, readable }: GrantCoverage): string {
  return t('folders.hides', { notes: t('common.notes', { count: notes }), hidden: notes - readable });
}
