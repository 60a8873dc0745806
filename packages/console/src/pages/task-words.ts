// The names of kinds of tasks, of their decisions, and of people. An unknown kind or decision of a newer service shows
// as it is.
import type { TaskItem } from '../api/types.ts';

const kinds: Readonly<Record<string, string>> = {
  renew: 'Renew the group',
  attest: 'Review owners and guests',
  approve: 'Approve the group',
  name_deputy: 'Name a deputy',
  take_over: 'Take over the group',
};

export const taskKinds = ['renew', 'attest', 'approve', 'name_deputy', 'take_over'] as const;

export function kindLabel(kind: string): string {
  return kinds[kind] ?? kind;
}

const decisions: Readonly<Record<string, string>> = {
  renew: 'Renew',
  let_expire: 'Let expire',
  confirm: 'Confirm',
  approve: 'Approve',
  reject: 'Reject',
  name: 'Name a deputy',
  accept: 'Accept',
  decline: 'Decline',
};

export function decisionLabel(decision: string): string {
  return decisions[decision] ?? decision;
}

export function nameOf({ displayName, email, personId }: TaskItem['assignees'][number]): string {
  return displayName ?? email ?? personId;
}
