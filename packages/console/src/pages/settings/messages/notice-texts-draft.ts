// The settings of messages during editing: how they are sent, the custom texts by language, and the hours until a failing
// webhook is reported. An empty text is sent as no text.
import type { Body } from '../../../api/route-types.ts';
import { numberOf } from '../../number-of.ts';
import {
  type NoticeSettings,
  type SendingDraft,
  sendingDraftOf,
  sendingOf,
} from './notice-sending-draft.ts';

export const noticeLanguages = ['en', 'de', 'fr', 'es'] as const;
export type NoticeLanguage = (typeof noticeLanguages)[number];

export const textNames = ['subject', 'intro', 'footer', 'contact'] as const;
export type TextName = (typeof textNames)[number];

export type LanguageTexts = Readonly<Record<TextName, string>>;
export type TextsDraft = Readonly<Record<NoticeLanguage, LanguageTexts>>;

export interface NoticesDraft extends TextsDraft, SendingDraft {
  readonly webhookFailureHours: string;
}

export const noTexts: LanguageTexts = { subject: '', intro: '', footer: '', contact: '' };

export const pointers = {
  en: '/texts/en',
  de: '/texts/de',
  fr: '/texts/fr',
  es: '/texts/es',
} as const satisfies Record<NoticeLanguage, string>;

export function draftOf(settings: NoticeSettings): NoticesDraft {
  const { texts, webhookFailureHours } = settings;
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
    ...sendingDraftOf(settings),
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

/** Without a password, the stored one stays. */
export function bodyOf(draft: NoticesDraft) {
  return {
    ...sendingOf(draft),
    texts: textsOf(draft),
    webhookFailureHours: numberOf(draft.webhookFailureHours),
  } satisfies Body<'put', '/notices'>;
}
