// Why an administrator is refused: one sentence for each reason. The admin center has a text for each in its languages.
import { DomainError } from '../../ground/errors.ts';
import type { Permission } from './permission.ts';

export const refusals = {
  beyondLimit:
    'Your role is limited to organisations: it does not include what concerns the whole tenant.',
  readerChanges: 'Your role is reader: you can view everything but change nothing.',
  ownRights:
    'You cannot remove your own rights. Another administrator must do it, so that one always remains.',
  rightsLost: 'You may no longer manage administrators. Nothing was changed.',
  ownersOnly: 'Only an owner can make someone an owner, or change an owner. Nothing was changed.',
  staleSession: 'The page does not match your session. Reload it; nothing was changed.',
} as const;

export type Refusal = keyof typeof refusals;

export const activityOf: Readonly<Record<Permission, string>> = {
  view: 'reading',
  'groups:intervene': 'retrying and cancelling requests',
  'groups:manage': 'changes of groups',
  'templates:manage': 'changes of templates and naming rules',
  'settings:manage': 'changes of settings',
  'administrators:manage': 'changes of administrators',
};

/** The sentence for a role that lacks a permission. */
export function lackOf(role: string, permission: Permission): string {
  return `Your role is ${role.replaceAll('_', ' ')}: it does not include ${activityOf[permission]}.`;
}

/** The sentence for a change that another page than the admin center sends. */
export function foreignPage(origin: string): string {
  return `Changes are accepted only from the admin center's page at ${origin}.`;
}

export function refused(reason: Refusal): DomainError {
  return new DomainError('forbidden', refusals[reason]);
}

/** Why a sign-in by provider was refused; the page has a sentence for each. */
type RefusalReason = 'not_begun' | 'not_confirmed' | 'no_email' | 'not_listed' | 'other_account';

export class SignInRefused extends DomainError {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, detail: string, cause?: unknown) {
    super('sign_in_failed', detail, { cause });
    this.reason = reason;
  }
}
