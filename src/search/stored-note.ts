import type { TextFolder } from './folded-text';
import type { NoteText } from './note-text';
import { TitleText } from './title-text';

/** What is known of a note beside its text. */
export interface NoteFacts {
  /** When it was last changed, in epoch milliseconds. */
  readonly modified: number;
}

/** What stays of a note when its text is not held. */
interface NoteMeasures {
  readonly foldedLength: number;
  readonly wordCount: number;
}

/** One note of the store. Every change of a note makes a new one. */
export class StoredNote {
  /** The file's name without its ending. */
  readonly title: TitleText;
  readonly modified: number;
  #text: NoteText | undefined;
  #measures: NoteMeasures | undefined;
  #wordCount: number | undefined;

  constructor(
    readonly path: string,
    facts: NoteFacts,
    private readonly folder: TextFolder,
  ) {
    this.modified = facts.modified;
    this.title = new TitleText(path, folder);
  }

  /** Undefined while the text is missing, or where it is not held in memory. */
  get text(): NoteText | undefined {
    return this.#text;
  }

  /** False until the text has been seen. */
  get isComplete(): boolean {
    return this.#text !== undefined || this.#measures !== undefined;
  }

  /** Words below the frontmatter; undefined while the text is missing. */
  get wordCount(): number | undefined {
    this.#wordCount ??= this.#measures?.wordCount ?? this.#text?.countWords();
    return this.#wordCount;
  }

  /** Works out what is asked for sooner or later. */
  prepare(): void {
    this.#wordCount ??= this.wordCount;
    this.#text?.prepare();
  }

  hold(text: NoteText): void {
    this.#text = text;
  }

  /** Keeps what a text tells, and lets go of it. */
  measure(text: NoteText): void {
    this.#text = undefined;
    this.#measures ??= { foldedLength: text.folded.length, wordCount: text.countWords() };
  }

  /** The same note at another path. */
  movedTo(path: string): StoredNote {
    const moved = new StoredNote(path, this, this.folder);
    moved.#text = this.#text;
    moved.#measures = this.#measures;
    moved.#wordCount = this.#wordCount;
    return moved;
  }
}
