// Puts the notices of a digest into words: questions first, each group once for each kind. A digest with very many
// entries names the first ones and refers to the page that has all.
import { longDate } from '../../ground/long-date.ts';
import type { Language, NoticeTexts, CustomTexts } from '../../settings/tenants/notice-settings.ts';
import { linesOf, customTextsIn } from '../../settings/tenants/notice-texts.ts';
import { textsOf } from './languages.ts';
import { isQuestion, type NoticeFacts, type NoticeKind } from './notice.ts';
import type { SentenceFacts } from './texts.ts';
import { isolated, oneLine } from '../../ground/text.ts';

/** A notice as it is stored, with what its text needs. */
export interface DigestNotice {
  readonly kind: NoticeKind;
  readonly teamId: string | null;
  readonly taskId: string | null;
  /** Null where it is about no group. */
  readonly displayName: string | null;
  readonly data: NoticeFacts;
}

export interface DigestInput {
  readonly language: Language;
  readonly timeZone: string;
  readonly tenantName: string;
  readonly contact: string | null;
  /** Custom texts of the tenant. */
  readonly texts?: NoticeTexts | undefined;
  readonly notices: readonly DigestNotice[];
  /** The address at which the person decides; undefined: there is none. */
  readonly linkOf: (notice: DigestNotice) => string | undefined;
  /** The page with all groups and tasks of a person. */
  readonly overviewUrl: string;
}

interface DigestEntry {
  readonly heading: string;
  readonly sentence: string;
  readonly isReminder: boolean;
  readonly link: { readonly url: string; readonly label: string } | undefined;
}

interface DigestSection {
  readonly heading: string;
  readonly entries: readonly DigestEntry[];
  /** It belongs to entries that are omitted. */
  readonly more: string | undefined;
}

export interface Digest {
  readonly language: Language;
  readonly subject: string;
  /** Custom texts of the tenant. */
  readonly intro: readonly string[];
  readonly sections: readonly DigestSection[];
  readonly reminder: string;
  readonly overview: { readonly url: string; readonly label: string };
  readonly footer: readonly string[];
}

const maxEntries = 50;
const maxNameLength = 120;

export function composeDigest(input: DigestInput): Digest {
  const { language, notices } = input;
  const texts = textsOf(language);
  const own = customTextsIn(input.texts, language);
  const distinct = latestOfEach(notices);
  const questions = distinct.filter(({ kind }) => isQuestion(kind));
  const news = distinct.filter(({ kind }) => !isQuestion(kind));
  const entriesOf = (all: readonly DigestNotice[]) =>
    all.slice(0, maxEntries).map((notice) => entryOf(notice, input));
  const section = (heading: string, all: readonly DigestNotice[]): DigestSection[] =>
    all.length === 0
      ? []
      : [
          {
            heading,
            entries: entriesOf(all),
            more: all.length > maxEntries ? texts.more(all.length - maxEntries) : undefined,
          },
        ];
  return {
    language,
    subject: withPrefix(own, subjectOf(questions, news, language)),
    intro: linesOf(own.intro),
    sections: [...section(texts.questions, questions), ...section(texts.news, news)],
    reminder: texts.reminder,
    overview: { url: input.overviewUrl, label: texts.allGroups },
    footer: [
      ...linesOf(own.footer),
      ...(questions.length > 0 ? [texts.personal] : []),
      texts.whyYou(isolated(oneLine(input.tenantName))),
      ...contactOf(own, input),
    ],
  };
}

export function withPrefix({ subject }: CustomTexts, ofService: string): string {
  return subject == null ? ofService : `${isolated(oneLine(subject))} ${ofService}`;
}

export function contactOf(
  own: CustomTexts,
  { language, contact }: Pick<DigestInput, 'language' | 'contact'>,
): readonly string[] {
  if (own.contact != null) return linesOf(own.contact);
  return contact === null ? [] : [textsOf(language).contact(contact)];
}

/** The last of several notices of a kind about one group, and about one person in one role, counts. */
function latestOfEach(notices: readonly DigestNotice[]): readonly DigestNotice[] {
  const byKey = new Map<string, DigestNotice>();
  for (const [index, notice] of notices.entries()) {
    const { kind, teamId, data } = notice;
    const person = isQuestion(kind) ? [] : [data.person, data.isDeputy];
    const key = JSON.stringify([kind, teamId ?? index, ...person]);
    byKey.delete(key);
    byKey.set(key, notice);
  }
  return [...byKey.values()];
}

function subjectOf(
  questions: readonly DigestNotice[],
  news: readonly DigestNotice[],
  language: Language,
): string {
  const texts = textsOf(language);
  const [question] = questions;
  if (question !== undefined && isQuestion(question.kind)) {
    return questions.length === 1
      ? texts.subjectOfQuestion(question.kind, nameOf(question, language))
      : texts.subjectOfQuestions(questions.length);
  }
  const [first] = news;
  return news.length === 1 && first !== undefined
    ? texts.subjectOfNews(nameOf(first, language))
    : texts.subjectOfManyNews(news.length);
}

function entryOf(notice: DigestNotice, input: DigestInput): DigestEntry {
  const { kind, data } = notice;
  const texts = textsOf(input.language);
  const url = isQuestion(kind) ? input.linkOf(notice) : undefined;
  return {
    heading: nameOf(notice, input.language),
    sentence: texts.sentences[kind](factsOf(data, input)),
    isReminder: isQuestion(kind) && (data.reminder ?? 0) > 0,
    link: url !== undefined && isQuestion(kind) ? { url, label: texts.actions[kind] } : undefined,
  };
}

function nameOf({ displayName, kind }: DigestNotice, language: Language): string {
  if (displayName !== null) return isolated(oneLine(displayName, maxNameLength));
  const { actions, headings } = textsOf(language);
  return isQuestion(kind) ? actions[kind] : headings[kind];
}

function factsOf(
  { dueAt, unanswered, person, count, reason, address, deletesAt, isDeputy }: NoticeFacts,
  { language, timeZone }: DigestInput,
): SentenceFacts {
  const dateOf = (text: string | undefined) =>
    text === undefined ? undefined : longDate(new Date(text), language, timeZone);
  return {
    date: dateOf(dueAt),
    deletionDate: dateOf(deletesAt),
    unanswered,
    person: person === undefined ? undefined : isolated(oneLine(person, maxNameLength)),
    count,
    reason: reason === undefined ? undefined : isolated(oneLine(reason)),
    address: address === undefined ? undefined : isolated(oneLine(address)),
    isDeputy: isDeputy === true,
  };
}

// A digest with made-up entries, which shows how the custom texts of a tenant look in a message.
const dayMs = 86_400_000;

/** @param now milliseconds since the Unix epoch */
export function sampleDigest(input: {
  readonly language: Language;
  readonly timeZone: string;
  readonly tenantName: string;
  readonly contact: string | null;
  readonly texts: NoticeTexts | undefined;
  readonly overviewUrl: string;
  readonly now: number;
}): Digest {
  const { now, overviewUrl } = input;
  const inDays = (days: number) => new Date(now + days * dayMs).toISOString();
  const question: DigestNotice = {
    kind: 'renew',
    teamId: 'sample-1',
    taskId: 'sample-1',
    displayName: 'Aurora',
    data: { dueAt: inDays(30), unanswered: 'archive', reminder: 1 },
  };
  const news: DigestNotice = {
    kind: 'created',
    teamId: 'sample-2',
    taskId: null,
    displayName: 'Borealis',
    data: { dueAt: inDays(365) },
  };
  return composeDigest({ ...input, notices: [question, news], linkOf: () => overviewUrl });
}
