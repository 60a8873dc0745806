// Custom texts of a tenant in its notices, by language: plain text, of bounded length. The facts, the links and who gets a
// message stay the service's.
import { languages, type Language, type NoticeTexts, type CustomTexts } from './notice-settings.ts';

export const customTextMembers = ['subject', 'intro', 'footer', 'contact'] as const;
/** They count characters. */
export const customTextLengths = {
  subject: 60,
  intro: 1_000,
  footer: 1_000,
  contact: 300,
} as const;
/** The file ground/text.ts has these forms. */
export const customTextForms = {
  subject: 'line',
  intro: 'lines',
  footer: 'lines',
  contact: 'line',
} as const;

/** The texts in full, of an input without faults; undefined: there are none. */
export function completeNoticeTexts(
  input: NoticeTexts | null | undefined,
): NoticeTexts | undefined {
  const texts: Partial<Record<Language, CustomTexts>> = {};
  for (const language of languages) {
    const given = customTextMembers.flatMap((member) => {
      const text = input?.[language]?.[member];
      return text == null ? [] : [[member, text.trim()] as const];
    });
    if (given.length > 0) texts[language] = Object.fromEntries(given);
  }
  return Object.keys(texts).length === 0 ? undefined : texts;
}

export function linesOf(text: string | null | undefined): readonly string[] {
  return text == null ? [] : text.split(/\r?\n/).map((line) => line.trimEnd());
}

/** @param language such as `de`; another one than ours has none */
export function customTextsIn(texts: NoticeTexts | undefined, language: string): CustomTexts {
  const known = languages.find((one) => one === language);
  return (known && texts?.[known]) ?? {};
}
