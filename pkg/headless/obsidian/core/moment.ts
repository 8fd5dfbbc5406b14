import moment from 'moment';

export { moment };

export function formatNow(format: string): string {
  return moment().format(format);
}
