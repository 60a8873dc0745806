// What an administrator tries before it is saved: for the groups of a template, of an organisation or of the tenant, one thing
// differs. It is a fact of a walked life like those of the log.
import { isDeepStrictEqual } from 'node:util';
import type { Assignee } from '../../messages/tasks/task.ts';
import type { TemplatePolicy } from '../../settings/organisations/template.ts';
import type { NoticeSettings } from '../../settings/tenants/notice-settings.ts';
import { underPolicy } from './recorded-life.ts';
import { withoutIdleness } from './walk-idle.ts';
import type { LifeStep, RecordedFact } from './life-step.ts';
import { answeredBy, answeringUnder } from './walk-responsibility.ts';

/** The groups whose lives are walked: all of the tenant, or those of an organisation or a template. */
export interface TriedScope {
  readonly tenantId: string;
  readonly organisationId?: string;
  readonly templateId?: string;
}

/** The part of a template by which its groups are asked, handed over, restored, archived and deleted. */
export type TriedPolicy = Pick<TemplatePolicy, 'lifecycle' | 'responsibility' | 'enforce'>;

export type TriedChange =
  | { readonly kind: 'template'; readonly policy: TriedPolicy }
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

/** Each of these changes has its groups assessed at once. */
export function factOfChange(change: TriedChange, at: Date): RecordedFact {
  switch (change.kind) {
    case 'template':
      return { at, change: (step) => underNextPolicy(step, change.policy) };
    case 'steward':
      return { at, change: (step) => underSteward(step, change.steward) };
    case 'notices':
      return factOfNotices({ at, notices: change.notices });
    default:
      return change satisfies never;
  }
}

export function factOfNotices({ at, notices }: RecordedNotices): RecordedFact {
  return { at, change: (step) => underNotices(step, notices) };
}

/** The part of the settings that the rules go by. */
export function noticeFactsOf(notices: NoticeSettings | undefined) {
  const { timeZone = 'UTC', hour = 8, sender = 'none' } = notices ?? {};
  return { days: { timeZone, hour }, canNotify: sender !== 'none' };
}

export function underNotices(step: LifeStep, notices: NoticeSettings | undefined): LifeStep {
  return withFacts(step, noticeFactsOf(notices));
}

/** The same part of a policy, as the database has it. */
export function isSamePart(one: object | undefined, other: object | undefined): boolean {
  const stored = (part: object | undefined): unknown => JSON.parse(JSON.stringify(part ?? null));
  return isDeepStrictEqual(stored(one), stored(other));
}

/** The rules of governance treat groups the same under both. */
export function isSamePolicy(one: TriedPolicy, other: TriedPolicy): boolean {
  return (['lifecycle', 'responsibility', 'enforce'] as const).every((part) =>
    isSamePart(one[part], other[part]),
  );
}

function underNextPolicy(step: LifeStep, { lifecycle, responsibility }: TriedPolicy): LifeStep {
  const version = step.lifecycle.policyVersion + 1;
  const next = underPolicy(step, { at: step.group.now, version, policy: lifecycle });
  return withoutIdleness(answeringUnder(next, responsibility, version));
}

function underSteward(step: LifeStep, steward: Assignee | undefined): LifeStep {
  return answeredBy(withFacts(step, { steward }), steward);
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
