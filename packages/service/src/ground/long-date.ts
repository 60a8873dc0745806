// A date as people of a language write it in a sentence: 1 March 2027, 1. März 2027, 1er mars 2027.

/** @param language a tag that `Intl` knows. French has an ordinal for the first of a month, which `Intl` lacks. */
export function longDate(time: Date, language: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).formatToParts(
    time,
  );
  const isFrench = language.toLowerCase().split('-')[0] === 'fr';
  return parts
    .map(({ type, value }) => (isFrench && type === 'day' && value === '1' ? '1er' : value))
    .join('');
}
