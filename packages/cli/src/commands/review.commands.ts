// review list, show, start, decide: the owners and guests of groups.
import {
  governanceOf,
  type Governance,
  type PersonDecision,
  type Review,
  type ReviewFilter,
} from '@groupwright/client';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { reviewStates } from '../choices/choices.ts';
import type { Context } from '../context/context.ts';
import { exitCodes } from '../context/exit-codes.ts';
import { CommandError, named } from '../context/failure.ts';
import { findTeamId } from '../context/find-team.ts';
import { collect, firstOf, readLimit } from '../context/options.ts';
import type { Run } from '../context/run.ts';
import { reviewTable, reviewText } from '../output/review-text.ts';

const subjects = ['owners', 'guests'];

/** A custom parser replaces the check of the choices. */
function collectSubject(value: string, before: readonly string[]): readonly string[] {
  if (subjects.includes(value)) return collect(value, before);
  throw new InvalidArgumentError(`Allowed choices are ${subjects.join(', ')}.`);
}

interface ListOptions {
  readonly state?: NonNullable<ReviewFilter['state']>;
  readonly team?: string;
  readonly limit: string;
}

interface StartOptions {
  readonly subject: readonly ('owners' | 'guests')[];
  readonly reason?: string;
}

interface DecideOptions {
  readonly keep: readonly string[];
  readonly remove: readonly string[];
  readonly unsure: readonly string[];
  readonly reason?: string;
}

export function addReviewCommands(program: Command, run: Run): void {
  const review = program
    .command('review')
    .alias('reviews')
    .summary('list, start and decide reviews of owners and guests')
    .description('Reviews: decisions about the owners and guests of groups.');
  review
    .command('list')
    .description('List reviews, newest first.')
    .addOption(new Option('--state <state>', 'only reviews in this state').choices(reviewStates))
    .option('--team <team>', 'only reviews of this group, by team id or alias')
    .option('--limit <count>', 'maximum number; 0 lists all', '50')
    .action(run(list));
  review
    .command('show')
    .description('Show a review with its people and the decisions about them.')
    .argument('<review>', 'review id')
    .action(run(show));
  review
    .command('start')
    .summary('ask the people of a group to review its owners and guests')
    .description('Asks the people of a group to review its owners and guests.')
    .argument('<team>', 'team id or alias')
    .addOption(
      new Option(
        '--subject <subject>',
        'owners or guests; repeatable; default: as the template has it',
      )
        .choices(subjects)
        .argParser(collectSubject)
        .default([]),
    )
    .option('--reason <text>', 'reason, for the audit log')
    .action(run(start));
  review
    .command('decide')
    .summary('decide about people of a review')
    .description(
      'Decides about people of a review, by user id. The review ends once everyone is decided about; then the people to remove leave the group.',
    )
    .argument('<review>', 'review id')
    .option('--keep <id>', 'the person stays; repeatable', collect, [])
    .option('--remove <id>', 'the person leaves; repeatable', collect, [])
    .option(
      '--unsure <id>',
      'the person stays, and the answer is recorded; repeatable',
      collect,
      [],
    )
    .option('--reason <text>', 'reason, for the audit log')
    .action(run(decide));
}

async function list(context: Context, options: ListOptions): Promise<void> {
  const limit = readLimit(options.limit);
  const { signal, paint } = context;
  const { state, team } = options;
  const client = await context.client();
  const reviews = governanceOf(client).listReviews({
    ...(state !== undefined && { state }),
    ...(team !== undefined && { teamId: await findTeamId(context, client, team) }),
    signal,
  });
  const found = await firstOf(limit, reviews);
  context.print(found, () => reviewTable(paint, found));
}

const show = (context: Context, _options: unknown, reviewId: string) =>
  print(context, `review ${reviewId}`, (governance) =>
    governance.getReview(reviewId, { signal: context.signal }),
  );

async function start(
  context: Context,
  { subject, reason }: StartOptions,
  key: string,
): Promise<void> {
  const client = await context.client();
  const teamId = await findTeamId(context, client, key);
  await print(context, `group ${key}`, (governance) =>
    governance.requestReview(teamId, {
      ...(subject.length > 0 && { subjects: [...subject] }),
      ...(reason !== undefined && { reason }),
      signal: context.signal,
    }),
  );
}

async function decide(
  context: Context,
  { reason, ...people }: DecideOptions,
  reviewId: string,
): Promise<void> {
  const decisions = (['keep', 'remove', 'unsure'] as const).flatMap((decision) =>
    people[decision].map((personId): PersonDecision => ({ personId, decision })),
  );
  if (decisions.length === 0) {
    const message = 'Name at least one person with --keep, --remove or --unsure.';
    throw new CommandError(exitCodes.usage, 'usage', message);
  }
  await print(context, `review ${reviewId}`, (governance) =>
    governance.decideReview(reviewId, {
      decisions,
      ...(reason !== undefined && { reason }),
      signal: context.signal,
    }),
  );
}

async function print(
  context: Context,
  what: string,
  ask: (governance: Governance) => Promise<Review>,
): Promise<void> {
  const governance = governanceOf(await context.client());
  const review = await named(what, ask(governance));
  context.print(review, () => reviewText(context.paint, review));
}
