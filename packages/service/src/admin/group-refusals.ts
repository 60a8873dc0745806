// Refusals of operations in the words of the admin center: the sentences for callers name members and headers of their
// API.
import { DomainError, type ProblemCode } from '../ground/errors.ts';

const sentences: Partial<Record<ProblemCode, string>> = {
  version_conflict:
    'The group was changed since you opened it. Check the group, then repeat your change.',
  mail_nickname_taken: 'Another group took the alias after this one was deleted.',
  successor_missing:
    'The group has no deputy who could become responsible. Choose a successor for it.',
  rate_limited:
    'Too many operations of this group are queued. Try again when some of them have ended.',
};

/** An administrator sees which operation is refused. */
const operation = /^The operation \w+ is not possible: the group /;

export function forAdministrators(error: DomainError): DomainError {
  const { code, message, faults, unlisted, retryAfterMs } = error;
  const sentence = sentences[code] ?? message.replace(operation, 'The group ');
  if (sentence === message) return error;
  return new DomainError(code, sentence, {
    cause: error,
    faults,
    unlisted,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}

/** The faults are part of the sentence: a list of groups has no fields. */
export function refusalOf(error: DomainError | undefined) {
  if (error === undefined) return null;
  const { code, message, faults } = forAdministrators(error);
  const details = faults.map(({ detail }) => detail);
  return { code, detail: details.length === 0 ? message : details.join(' ') };
}
