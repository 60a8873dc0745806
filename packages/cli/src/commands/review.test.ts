// Reviews with the service, as a user runs the commands.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { eventually } from '../../../service/testing/eventually.ts';
import { testPeople } from '../../../service/testing/service.ts';
import type { Cli } from '../testing/cli.ts';
import { startCliService, type CliService } from '../testing/service.ts';

interface Review {
  readonly reviewId: string;
  readonly state: string;
  readonly reason: string | null;
  readonly people: readonly {
    readonly personId: string;
    readonly email: string;
    readonly decision: string | null;
  }[];
}

const [, , yuki = '', lena = ''] = testPeople;
let service: CliService;
let cli: Cli;

before(async () => {
  service = await startCliService();
  ({ cli } = service);
});
after(() => service.close());

/** A group with two owners to review, whose review is open. */
async function startReview(alias: string): Promise<Review> {
  await service.at.createTeam(service.tenant, alias, { owners: [yuki, lena], members: [] });
  const args = ['review', 'start', alias, '--subject', 'owners', '--reason', 'Audit'];
  const { reviewId } = (await cli.json(args)) as Review;
  let review: Review | undefined;
  await eventually(async () => {
    await service.at.service.runDue();
    review = (await cli.json(['review', 'show', reviewId])) as Review;
    return review.state === 'open';
  }, 'the review is open');
  return review!;
}

const idOf = ({ people }: Review, email: string): string =>
  people.find((person) => person.email === email)?.personId ?? '';

describe('the commands for reviews', () => {
  it('start a review by the alias of its group, list it and show its people', async () => {
    const { reviewId, reason, people } = await startReview('reviewed');
    assert.equal(reason, 'Audit');
    assert.deepEqual(people.map(({ email }) => email).toSorted(), [lena, yuki].toSorted());
    const { stdout } = await cli.run(['review', 'list', '--team', 'reviewed']);
    assert.match(stdout, new RegExp(`^reviewed\\s+open\\s+.*\\s2\\s+2\\s+${reviewId}$`, 'm'));
    const shown = await cli.run(['review', 'show', reviewId]);
    assert.equal(shown.code, 0, shown.stderr);
    assert.match(shown.stdout, /^Reason\s+Audit$/m);
    assert.match(shown.stdout, new RegExp(`^${lena}\\s+owner\\s`, 'm'));
    const completed = await cli.run(['complete-values', 'review', reviewId.slice(0, 8)]);
    assert.match(completed.stdout, new RegExp(`^${reviewId}$`, 'm'));
    // A group has at most one review in progress.
    const again = (await cli.json(['review', 'start', 'reviewed'])) as Review;
    assert.equal(again.reviewId, reviewId);
  });

  it('decide about some people now and about the rest later, which ends the review', async () => {
    const review = await startReview('decided');
    const { reviewId } = review;
    const decide = (...args: string[]) =>
      cli.json(['review', 'decide', reviewId, ...args]) as Promise<Review>;
    const first = await decide('--keep', idOf(review, yuki));
    assert.deepEqual(
      [first.state, first.people.find(({ email }) => email === yuki)?.decision],
      ['open', 'keep'],
    );
    const { state } = await decide('--remove', idOf(review, lena), '--reason', 'Left the team');
    assert.equal(state, 'completed');
    const open = await cli.json(['review', 'list', '--team', 'decided', '--state', 'open']);
    assert.deepEqual(open, []);
    const all = (await cli.json(['review', 'list', '--limit', '1'])) as Review[];
    assert.deepEqual(
      all.map((one) => one.reviewId),
      [reviewId],
    );
    const late = await cli.run(['review', 'decide', reviewId, '--keep', idOf(review, lena)]);
    assert.notEqual(late.code, 0);
  });

  it('refuse wrong input, each with its exit code', async () => {
    const review = await startReview('refused');
    const unknown = '0198b0c1-9c3e-7b21-a1d4-3f2e1d0c9b8a';
    for (const [args, code, message] of [
      [['review', 'list', '--state', 'lost'], 2, /state/],
      [['review', 'start', 'refused', '--subject', 'members'], 2, /owners/],
      [['review', 'decide'], 2, /review/],
      [['review', 'decide', review.reviewId], 2, /--keep, --remove or --unsure/],
      [['review', 'show', unknown], 4, new RegExp(`review ${unknown}`)],
      [['review', 'start', 'no-such-group'], 4, /no-such-group/],
    ] as const) {
      const ended = await cli.run(args);
      assert.equal(ended.code, code, `${args.join(' ')}: ${ended.stderr}`);
      assert.match(ended.stderr, message);
    }
    const { people } = (await cli.json(['review', 'show', review.reviewId])) as Review;
    assert.ok(people.every(({ decision }) => decision === null));
  });
});

describe('the commands for batches', () => {
  it('wait for the end, list it, and say why a group was refused', async () => {
    const teamId = await service.at.createTeam(service.tenant, 'in-batch');
    const { body } = await service.at.call(service.tenant, '/batches', {
      method: 'POST',
      body: { kind: 'archive', groups: [{ teamId }, { teamId: randomUUID() }] },
    });
    const { batchId } = body as { batchId: string };
    const waited = await cli.run(['batch', 'wait', batchId]);
    assert.equal(waited.code, 6, waited.stderr);
    assert.match(waited.stderr, /1 of 2 done, 1 refused.*batch show --problems/);
    const { stdout } = await cli.run(['batch', 'list', '--status', 'completed']);
    assert.match(stdout, new RegExp(`^archive\\s+2\\s+completed\\s+1 of 2 .*\\s${batchId}$`, 'm'));
    const shown = await cli.run(['batch', 'show', '--problems', batchId]);
    assert.match(shown.stdout, /^Result\s+1 of 2 done, 1 refused$/m);
    assert.match(shown.stdout, /\srefused\s+\S+\s+There is nothing here/m);
    const cancelled = await cli.run(['batch', 'cancel', batchId]);
    assert.deepEqual([cancelled.code, cancelled.stdout.trim()], [0, '1 of 2 done, 1 refused']);
  });
});
