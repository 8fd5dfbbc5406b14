import { constants, deflateRawSync, deflateSync } from 'node:zlib';

/** What a PDF for tests has beside its text. */
export interface PdfMake {
  /** Streams are deflated so many times, one in the other. */
  readonly deflated?: number;
  /** Asks for a password that nobody knows. */
  readonly isEncrypted?: boolean;
  /** In place of the text of the first page: what draws it. */
  readonly content?: Buffer;
  /** Whether the content is deflated once already. */
  readonly isPacked?: boolean;
  /** Further members of the first page. */
  readonly pageMembers?: string;
}

/** A PDF of pages with lines of Latin text. */
export function pdfFile(pages: readonly (readonly string[])[], make: PdfMake = {}): Buffer {
  const { isEncrypted = false, pageMembers = '' } = make;
  const kids = pages.map((_lines, index) => `${4 + index * 2} 0 R`).join(' ');
  const objects: Buffer[] = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'),
    ...pages.flatMap((lines, index) => [
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> ` +
          `/Contents ${5 + index * 2} 0 R ${index === 0 ? pageMembers : ''}>>`,
      ),
      stream(index === 0 && make.content !== undefined ? make.content : drawing(lines), make),
    ]),
  ];
  if (isEncrypted) {
    const key = '00'.repeat(32);
    objects.push(Buffer.from(`<< /Filter /Standard /V 1 /R 2 /P -4 /O <${key}> /U <${key}> >>`));
  }
  return assembled(objects, isEncrypted ? `/Encrypt ${objects.length} 0 R /ID [<00> <00>]` : '');
}

function drawing(lines: readonly string[]): Buffer {
  const shown = lines.map(line => `(${line.replace(/[\\()]/g, found => `\\${found}`)}) Tj 0 -14 Td`);
  return Buffer.from(['BT /F1 12 Tf 72 720 Td', ...shown, 'ET'].join('\n'), 'latin1');
}

function stream(content: Buffer, { deflated = 0, isPacked = false }: PdfMake): Buffer {
  let bytes = content;
  for (let time = isPacked ? 1 : 0; time < deflated; time += 1) bytes = deflateSync(bytes);
  const filter = deflated === 0 ? '' : `/Filter [${'/FlateDecode '.repeat(deflated)}] `;
  return Buffer.concat([
    Buffer.from(`<< ${filter}/Length ${bytes.length} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
}

/** Deflated bytes that inflate to so many hundreds of megabytes of spaces. */
export function inflatingTo(hundreds: number): Buffer {
  const spaces = Buffer.alloc(100_000_000, ' ');
  const block = deflateRawSync(spaces, { finishFlush: constants.Z_FULL_FLUSH });
  const [head, end] = [Buffer.from([0x78, 0x9c]), Buffer.from([3, 0, 0, 0, 0, 0])];
  return Buffer.concat([head, ...Array.from({ length: hundreds }, () => block), end]);
}

/** The objects with their numbers, and the table of where they are. */
function assembled(objects: readonly Buffer[], trailer: string): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const places: number[] = [];
  let at = parts[0]?.length ?? 0;
  const add = (part: Buffer): void => {
    parts.push(part);
    at += part.length;
  };
  for (const [index, object] of objects.entries()) {
    places.push(at);
    add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]));
  }
  const table = at;
  const rows = places.map(place => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  add(Buffer.from(`xref\n0 ${count}\n0000000000 65535 f \n${rows}`));
  add(Buffer.from(`trailer\n<< /Size ${count} /Root 1 0 R ${trailer} >>\nstartxref\n${table}\n%%EOF\n`));
  return Buffer.concat(parts);
}
