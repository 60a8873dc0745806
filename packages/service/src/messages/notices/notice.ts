// A notice is one fact for one person. A digest carries all notices of a person and day.
import { type TaskKind, taskKinds } from '../tasks/task.ts';

/** Kinds that only inform. */
export const newsKinds = [
  /** The person answers for a new group. */
  'created',
  /** A group could not be created. */
  'creation_failed',
  /** A group was renewed by a person. */
  'renewed',
  /** A group expired, and is kept as its template says. */
  'kept',
  /** A group expired and was archived. */
  'archived',
  /** A group expired and cannot be archived. */
  'cannot_archive',
  /** A group is deleted soon. */
  'deletes_soon',
  'deleted',
  /** A guest whom a roster brought leaves the group soon. */
  'guest_leaves',
  /** Guests whom nobody confirmed were removed. */
  'guests_removed',
  /** Nobody checked the people of the group in time. */
  'review_lapsed',
  /** The person answers for the group from now on. */
  'took_over',
  /** Another person answers for the group from now on. */
  'handed_over',
  /** The responsible person or the deputy is not available. */
  'unavailable',
  /** Nobody answers for the group. */
  'vacant',
  /** A person does not accept to answer for a group, or did not say. */
  'not_accepted',
  /** The answer to a question could not be carried out, and the question is asked again. */
  'decision_failed',
  /** Many people left at once, so that nothing was handed over. */
  'mass_departure',
  /** Too many groups differ from their records, so the rules restore none. */
  'enforcement_stopped',
  /** Too many groups would become idle at once, so none does. */
  'idle_stopped',
  /** The suite conceals groups in its reports, so that their last use is unknown. */
  'reports_concealed',
  /** Too many adoptions of a template failed, so it adopts no more groups. */
  'adoptions_stopped',
  /** The credential of the connection to the directory ends soon, or has ended. */
  'credential_expires',
  /** Microsoft 365 no longer behaves as the connection assumes. */
  'microsoft_changed',
  /** An endpoint for events has failed for hours. */
  'webhook_failing',
  /** An endpoint that had failed for hours works again. */
  'webhook_recovered',
  /** The service turned an endpoint for events off. */
  'webhook_disabled',
] as const;
export type NewsKind = (typeof newsKinds)[number];

/** A notice that asks for a decision is of the kind of its task. */
export type NoticeKind = TaskKind | NewsKind;

/** Facts for the texts. All are optional, because each kind uses some of them. */
export interface NoticeFacts {
  /** When something happens, or by when the answer is needed; ISO 8601. */
  readonly dueAt?: string;
  /** The consequence if nobody answers until `dueAt`. */
  readonly unanswered?: 'archive' | 'delete' | 'keep' | 'remove_guests';
  /** How often the person has been reminded; 0 at the first time. */
  readonly reminder?: number;
  /** Name of the person it is about. */
  readonly person?: string;
  readonly count?: number;
  /** A sentence of a person or of the directory. */
  readonly reason?: string;
  /** Host name of an endpoint for events, whose whole address may hold a secret, or of SharePoint. */
  readonly address?: string;
  /** When the group will be deleted; ISO 8601. */
  readonly deletesAt?: string;
  /** Whether the person is the deputy. */
  readonly isDeputy?: boolean;
}

/** Which policy asked for it. */
export interface NoticeCause {
  readonly templateId: string;
  readonly policyVersion: number;
  readonly rule: string;
}

export interface NewNotice {
  readonly tenantId: string;
  /** The directory's id of the person; for people without one, their address. */
  readonly personId: string;
  readonly email: string;
  /** The directory has this tag, such as `de-CH`; absent: unknown. */
  readonly language?: string | null;
  readonly kind: NoticeKind;
  readonly teamId: string | null;
  /** It belongs to a question; absent: the open task of the kind and group. */
  readonly taskId?: string;
  readonly data: NoticeFacts;
  readonly cause: NoticeCause | null;
  /** It is a time of the tenant's governance clock. */
  readonly at: Date;
}

/** A person who may get a notice. */
export interface Addressee {
  readonly personId: string;
  /** Null: the directory has no address. */
  readonly email: string | null;
  readonly language: string | null;
}

/** The same notice to each of the people. People without an address get none. */
export function noticesTo(
  people: readonly Addressee[],
  notice: Omit<NewNotice, keyof Addressee>,
): readonly NewNotice[] {
  return people.flatMap(({ personId, email, language }) =>
    email === null ? [] : [{ ...notice, personId, email, language }],
  );
}

export function isQuestion(kind: NoticeKind): kind is TaskKind {
  return taskKinds.some((question) => question === kind);
}
