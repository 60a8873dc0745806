import { currentLocale } from './current-locale.ts';
import { type Format, formatOf } from './format.ts';
import { useLocale } from './use-messages.ts';

let latest: Format | undefined;

/** Outside of components. */
export function currentFormat(): Format {
  const locale = currentLocale();
  if (latest?.locale !== locale) latest = formatOf(locale);
  return latest;
}

/** Dates, times, numbers and lengths of time in the locale of the page. */
export function useFormat(): Format {
  useLocale();
  return currentFormat();
}
