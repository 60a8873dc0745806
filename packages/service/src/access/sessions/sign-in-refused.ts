import { DomainError } from '../../ground/errors.ts';

/** Why a sign-in by provider was refused; the page has a sentence for each. */
export type RefusalReason =
  | 'not_begun'
  | 'not_confirmed'
  | 'no_email'
  | 'not_listed'
  | 'other_account';

export class SignInRefused extends DomainError {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, detail: string, cause?: unknown) {
    super('sign_in_failed', detail, { cause });
    this.reason = reason;
  }
}
