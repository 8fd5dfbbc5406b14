import { Setting } from 'obsidian';
import { t } from '../../ui/text/text';
import { localDay } from '../../utils/dates';
import { addText } from './rows';

interface Expiry {
  readonly expires?: string;
}

interface ExpiryRow {
  readonly label: string;
  /** A local day; empty for no end. */
  readonly day: string;
  readonly changed?: (expiry: Expiry) => unknown;
}

/**
 * A row for the last day of a connection. Anything but a date from today on is reported below it.
 * @returns a function that reads the field; undefined if it is neither a date nor empty
 */
export function addExpiry(body: HTMLElement, { label, day, changed }: ExpiryRow): () => Expiry | undefined {
  const row = new Setting(body).setName(t('token.expires')).setDesc(t('token.expiresDesc'));
  const { inputEl } = addText(row, {
    label,
    value: day,
    onChange: () => {
      const expiry = read();
      if (expiry !== undefined) return changed?.(expiry);
    },
  });
  inputEl.type = 'date';
  // A year is typed digit by digit, and each of them makes a date: one that is over must not end the connection.
  inputEl.min = localDay(new Date());
  inputEl.max = '9999-12-31';
  const read = (): Expiry | undefined => {
    const { value, validity } = inputEl;
    // A partly typed date has no value either, and must not count as no end date.
    const isGood = !validity.badInput && !validity.rangeOverflow && !validity.rangeUnderflow;
    row.setErrorMessage(isGood ? null : t('token.noDate'));
    if (!isGood) return undefined;
    return value === '' ? {} : { expires: new Date(`${value}T23:59:59`).toISOString() };
  };
  return read;
}
