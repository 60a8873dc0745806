// The texts of notices in one language. Each language is complete: a missing text does not compile.
import type { TaskKind } from '../tasks/task.ts';
import type { NewsKind, NoticeKind } from './notice.ts';

/** The facts of a notice, ready to be put into a sentence. */
export interface SentenceFacts {
  /** An example is “3 May 2027”. */
  readonly date: string | undefined;
  readonly deletionDate: string | undefined;
  readonly unanswered: 'archive' | 'delete' | 'keep' | 'remove_guests' | undefined;
  readonly person: string | undefined;
  readonly count: number | undefined;
  readonly reason: string | undefined;
  readonly address: string | undefined;
  readonly isDeputy: boolean;
}

export interface Texts {
  /** It belongs to a digest with one question. @param group its display name */
  readonly subjectOfQuestion: (kind: TaskKind, group: string) => string;
  readonly subjectOfQuestions: (count: number) => string;
  readonly subjectOfNews: (group: string) => string;
  readonly subjectOfManyNews: (count: number) => string;
  readonly questions: string;
  readonly news: string;
  /** One or two sentences on a group, whose name is the heading. */
  readonly sentences: Readonly<Record<NoticeKind, (facts: SentenceFacts) => string>>;
  /** It belongs to the button of a question. */
  readonly actions: Readonly<Record<TaskKind, string>>;
  /** Heading of what is about no group. */
  readonly headings: Readonly<Record<NewsKind, string>>;
  readonly reminder: string;
  readonly more: (count: number) => string;
  readonly allGroups: string;
  /** It belongs to the links in the message. */
  readonly personal: string;
  readonly whyYou: (tenant: string) => string;
  readonly contact: (address: string) => string;
  readonly testSubject: string;
  readonly test: string;
  readonly invitationSubject: string;
  /** @param date until when the link works */
  readonly invitation: (date: string) => string;
  readonly invitationAction: string;
  readonly adminCenter: string;
}
