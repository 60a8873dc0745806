// Which text of the page is a reason that the service gives for what it does by itself.
import type { en } from './en/reasons.ts';

/** The keys are sentences of the service. */
const keys: Readonly<Record<string, keyof typeof en>> = {
  'The alias asks for this decision (simulated).': 'aliasAsks',
  'The question was answered.': 'answered',
  'The group is archived.': 'archived',
  'The template brings deleted groups back once.': 'broughtBack',
  'The request was cancelled.': 'cancelled',
  'The group expires.': 'expires',
  'The group no longer exists.': 'gone',
  'The group was archived, and the time for which it is kept is over.': 'keptLongEnough',
  'No approver of this stage is available.': 'noApprover',
  'The group does not expire.': 'noExpiry',
  'The template of the group asks no longer about idle groups.': 'notAskedAboutIdle',
  'The people of the group were not confirmed in time.': 'notConfirmed',
  'Nobody renewed the group.': 'notRenewed',
  'The group is no longer reviewed.': 'notReviewed',
  'The group is on hold, or no longer active.': 'onHoldOrInactive',
  'The group was renewed.': 'renewed',
  'The template restores what the record says.': 'restored',
  'A review of the people in the group.': 'reviewed',
  'The responsible person is no longer available.': 'unavailable',
  'The group is used again.': 'usedAgain',
  'The group is writable again.': 'writable',
};

/** @returns undefined: a person wrote it, or a newer service */
export function reasonKey(reason: string): keyof typeof en | undefined {
  return keys[reason];
}
