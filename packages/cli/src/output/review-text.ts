// Reviews for people.
import type { Review, ReviewSummary } from '@groupwright/client';
import type { Paint } from './paint.ts';
import { formatFacts, formatTable } from './table.ts';

const minuteOf = (time: string | null): string => (time ?? '').slice(0, 16).replace('T', ' ');

export function reviewTable(paint: Paint, reviews: readonly ReviewSummary[]): string {
  return formatTable(
    paint,
    ['GROUP', 'STATE', 'DUE', 'PEOPLE', 'UNDECIDED', 'REVIEW ID'],
    reviews.map(({ mailNickName, state, dueAt, counts, reviewId }) => [
      mailNickName,
      state,
      minuteOf(dueAt),
      String(counts.people),
      String(counts.undecided),
      reviewId,
    ]),
  );
}

export function reviewText(paint: Paint, review: Review): string {
  const { people } = review;
  const facts = formatFacts(paint, [
    ['State', review.state],
    ['Group', review.displayName],
    ['Alias', review.mailNickName],
    ['Unanswered', review.unanswered],
    ['Requested', minuteOf(review.requestedAt)],
    ['Due', minuteOf(review.dueAt)],
    ['Ended', minuteOf(review.endedAt)],
    ['Reason', review.reason],
    ['Failure', review.failure],
    ['Team id', review.teamId],
    ['Task id', review.taskId],
    ['Review id', review.reviewId],
  ]);
  if (people.length === 0) return facts;
  const table = formatTable(
    paint,
    ['PERSON', 'ROLE', 'DECISION', 'PERSON ID'],
    people.map(({ displayName, email, role, decision, personId }) => [
      displayName ?? email ?? '',
      role,
      decision ?? '',
      personId,
    ]),
  );
  return `${facts}\n\n${table}`;
}
