/**
 * Chromium's `createImageBitmap` and `OffscreenCanvas`, as far as size, kind and life of an image go: nothing is
 * drawn. Only PNG is decoded, by its header; anything else is refused as Chromium refuses what it cannot decode.
 */
const signature = [0x89, 0x50, 0x4e, 0x47];

export interface RendererImages {
  readonly globals: Readonly<Record<string, unknown>>;
  /** Bitmaps whose pixels nobody gave back. */
  readonly open: () => number;
}

export function createImages(): RendererImages {
  let open = 0;
  class ImageBitmap {
    constructor(
      public width: number,
      public height: number,
    ) {
      open += 1;
    }

    close(): void {
      if (this.width > 0) open -= 1;
      this.width = 0;
      this.height = 0;
    }
  }

  async function createImageBitmap(blob: Blob): Promise<ImageBitmap> {
    const view = new DataView(await blob.arrayBuffer());
    const isPng = view.byteLength >= 24 && signature.every((byte, index) => view.getUint8(index) === byte);
    if (!isPng) throw new DOMException('The source image could not be decoded.', 'InvalidStateError');
    return new ImageBitmap(view.getUint32(16), view.getUint32(20));
  }

  class OffscreenCanvas {
    constructor(
      readonly width: number,
      readonly height: number,
    ) {}

    getContext(): { drawImage: (bitmap: ImageBitmap) => void } {
      return {
        drawImage: ({ width }) => {
          if (width === 0) throw new DOMException('The image source is detached.', 'InvalidStateError');
        },
      };
    }

    /** The size in place of pixels. */
    convertToBlob({ type }: { readonly type: string }): Promise<Blob> {
      return Promise.resolve(new Blob([`${this.width}x${this.height}`], { type }));
    }
  }
  return { globals: { Blob, ImageBitmap, createImageBitmap, OffscreenCanvas }, open: () => open };
}
