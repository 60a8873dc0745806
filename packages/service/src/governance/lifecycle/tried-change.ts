// What an administrator tries before it is saved: for the groups of a template, of an organisation or of the tenant, one thing
// differs. It is a fact of a walked life like those of the log.
import { isDeepStrictEqual } from 'node:util';
import type { Assignee } from '../../messages/tasks/task.ts';
import type { LifecyclePolicy } from '../../settings/organisations/lifecycle-policy.ts';
import type { NoticeSettings } from '../../settings/tenants/notice-settings.ts';
import { underPolicy } from './recorded-life.ts';
import type { LifeStep, RecordedFact } from './walk-life.ts';

/** The groups whose lives are walked: all of the tenant, or those of an organisation or a template. */
export interface TriedScope {
  readonly tenantId: string;
  readonly organisationId?: string;
  readonly templateId?: string;
}

export type TriedChange =
  | { readonly kind: 'lifecycle'; readonly policy: LifecyclePolicy | undefined }
  /** Undefined: nobody, or one who cannot answer. */
  | { readonly kind: 'steward'; readonly steward: Assignee | undefined }
  | { readonly kind: 'notices'; readonly notices: NoticeSettings };

export interface Tried extends TriedScope {
  readonly change: TriedChange;
  /** The notices of the tenant as they are. */
  readonly settings: NoticeSettings | undefined;
}

/** Notice settings from a moment on. */
export interface RecordedNotices {
  readonly at: Date;
  readonly notices: NoticeSettings | undefined;
}

/** A changed policy has its groups assessed at once; other changes count from the next date of a group on. */
export function factOfChange(change: TriedChange, at: Date): RecordedFact {
  switch (change.kind) {
    case 'lifecycle':
      return { at, change: (step) => underNextPolicy(step, change.policy) };
    case 'steward':
      return { at, isQuiet: true, change: (step) => withFacts(step, { steward: change.steward }) };
    case 'notices':
      return factOfNotices({ at, notices: change.notices });
    default:
      return change satisfies never;
  }
}

export function factOfNotices({ at, notices }: RecordedNotices): RecordedFact {
  return { at, isQuiet: true, change: (step) => underNotices(step, notices) };
}

/** The part of the settings that the rules go by. */
export function noticeFactsOf(notices: NoticeSettings | undefined) {
  const { timeZone = 'UTC', hour = 8, sender = 'none' } = notices ?? {};
  return { days: { timeZone, hour }, canNotify: sender !== 'none' };
}

export function underNotices(step: LifeStep, notices: NoticeSettings | undefined): LifeStep {
  return withFacts(step, noticeFactsOf(notices));
}

/** A policy as the database has it. */
export function isSamePolicy(
  one: LifecyclePolicy | undefined,
  other: LifecyclePolicy | undefined,
): boolean {
  const stored = (policy: LifecyclePolicy | undefined): unknown =>
    JSON.parse(JSON.stringify(policy ?? null));
  return isDeepStrictEqual(stored(one), stored(other));
}

function underNextPolicy(step: LifeStep, policy: LifecyclePolicy | undefined): LifeStep {
  return underPolicy(step, {
    at: step.group.now,
    version: step.lifecycle.policyVersion + 1,
    policy,
  });
}

function withFacts(
  step: LifeStep,
  facts: Partial<Pick<LifeStep['lifecycle'], 'days' | 'canNotify' | 'steward'>>,
): LifeStep {
  return {
    ...step,
    lifecycle: { ...step.lifecycle, ...facts },
    review: step.review && { ...step.review, ...facts },
  };
}
