// The settings of messages during editing: the custom texts by language, and the hours until a failing webhook is
// reported. An empty text is sent as no text.
import type { Answer, Body } from '../../../api/route-types.ts';
import { numberOf } from '../../number-of.ts';

export type NoticeSettings = Answer<'get', '/notices'>;

export const noticeLanguages = ['en', 'de', 'fr', 'es'] as const;
export type NoticeLanguage = (typeof noticeLanguages)[number];

export const textNames = ['subject', 'intro', 'footer', 'contact'] as const;
export type TextName = (typeof textNames)[number];

export type LanguageTexts = Readonly<Record<TextName, string>>;
export type TextsDraft = Readonly<Record<NoticeLanguage, LanguageTexts>>;

export interface NoticesDraft extends TextsDraft {
  readonly webhookFailureHours: string;
}

export const noTexts: LanguageTexts = { subject: '', intro: '', footer: '', contact: '' };

export const pointers = {
  en: '/texts/en',
  de: '/texts/de',
  fr: '/texts/fr',
  es: '/texts/es',
} as const satisfies Record<NoticeLanguage, string>;

export function draftOf({ texts, webhookFailureHours }: NoticeSettings): NoticesDraft {
  const of = (language: NoticeLanguage): LanguageTexts => {
    const { subject, intro, footer, contact } = texts?.[language] ?? {};
    return {
      subject: subject ?? '',
      intro: intro ?? '',
      footer: footer ?? '',
      contact: contact ?? '',
    };
  };
  return {
    en: of('en'),
    de: of('de'),
    fr: of('fr'),
    es: of('es'),
    webhookFailureHours: String(webhookFailureHours),
  };
}

/** It omits the languages and texts that are empty. */
export function textsOf(draft: TextsDraft): NonNullable<NoticeSettings['texts']> {
  return Object.fromEntries(
    noticeLanguages.flatMap((language) => {
      const given = textNames.flatMap((name) => {
        const text = draft[language][name];
        return text.trim() === '' ? [] : [[name, text] as const];
      });
      return given.length === 0 ? [] : [[language, Object.fromEntries(given)]];
    }),
  );
}

/** The settings as they are, with this draft. The stored password stays. */
export function bodyOf(settings: NoticeSettings, draft: NoticesDraft) {
  const { sender, from, host, port, security, userName, language, timeZone, hour, contact } =
    settings;
  return {
    sender,
    from,
    host,
    port,
    ...(security !== null && { security }),
    userName,
    language,
    timeZone,
    hour,
    contact,
    texts: textsOf(draft),
    webhookFailureHours: numberOf(draft.webhookFailureHours),
  } satisfies Body<'put', '/notices'>;
}
