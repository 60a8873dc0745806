// The refusal of an adoption by the brake of its template.
import { DomainError } from '../../ground/errors.ts';
import type { AdoptionBrake } from '../create/create-team.ts';

/** How many groups a template still adopts for now, and the reason why it then adopts no more. */
export interface AdoptionRoom {
  readonly left: number;
  readonly by: AdoptionBrake;
}

const hourMs = 3_600_000;

export function heldBy(brake: AdoptionBrake, perDay: number): DomainError {
  const detail =
    brake === 'failures'
      ? 'More than 5 % of the adoptions of this template failed in an hour, so it adopts no more groups. Read the errors of those that failed, and correct the cause. Send the request again once an administrator has released the adoptions of the template.'
      : `The template adopts at most ${perDay} groups in 24 hours, and these were accepted. Send the request again tomorrow, or ask an administrator to raise perDay of the template.`;
  return new DomainError('rate_limited', detail, { retryAfterMs: hourMs });
}
