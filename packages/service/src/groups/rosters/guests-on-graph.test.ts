// Guests of rosters on the Graph simulator: whatever dies and whatever answer is lost, each gets one invitation.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { calm, hostile } from '@groupwright/graph-simulator/profile.ts';
import { allPermissions } from '@groupwright/graph-simulator/tenant.ts';
import { runGuests } from '../../../testing/guest-run.ts';
import { testSeed } from '../../../testing/seed.ts';
import { DirectoryError } from '../../directory/directory.ts';
import { createInviteGuest } from '../../microsoft-graph/guest-invitations.ts';

const many = Array.from({ length: 12 }, (_, n) => `guest-${n}@partner.example`);

suite('guests of a roster', () => {
  for (const kind of ['group', 'team'] as const) {
    test(`are invited once each into a ${kind}, although answers are lost and searches lag`, async () => {
      for (let n = 0; n < 3; n += 1) {
        const seed = `guests ${testSeed} ${kind} ${n}`;
        const run = await runGuests({ seed, profile: hostile, kind, guests: many });
        assert.deepEqual(run.invitations.toSorted(), many.toSorted(), seed);
        assert.equal(run.guests.length, many.length);
        for (const { id, sponsorIds } of run.guests) {
          assert.ok(run.members.has(id), seed);
          assert.deepEqual(sponsorIds, [run.responsibleId]);
        }
        const results = [...run.results.values()].map(({ result }) => result);
        assert.deepEqual([...new Set(results)], ['invited'], seed);
      }
    });
  }

  test('are invited once each, wherever the process dies', async () => {
    const guests = many.slice(0, 2);
    const whole = await runGuests({ seed: 'dying guests', profile: calm, guests });
    assert.deepEqual(whole.invitations, guests);
    for (let call = 1; call <= whole.calls; call += 1) {
      for (const isAnswered of [false, true]) {
        const diesAt = { call, isAnswered };
        const run = await runGuests({ seed: 'dying guests', profile: calm, guests, diesAt });
        assert.deepEqual(run.invitations, guests, JSON.stringify(diesAt));
        assert.ok(
          run.guests.every(({ id }) => run.members.has(id)),
          JSON.stringify(diesAt),
        );
      }
    }
  });

  test('who exist already are taken: guests as they are, and people of the tenant', async () => {
    const [guest = '', member = ''] = many;
    const known = [
      { id: '11111111-1111-4111-8111-111111111111', mail: guest, userType: 'Guest' as const },
      { id: '22222222-2222-4222-8222-222222222222', mail: member },
    ].map((one) =>
      Object.assign(one, {
        userPrincipalName: `${one.id}@contoso.example`,
        proxyAddresses: [`SMTP:${one.mail}`],
      }),
    );
    const run = await runGuests({ seed: 'known', profile: calm, guests: [guest, member], known });
    assert.equal(run.postedInvitations, 0);
    for (const { id } of known) assert.ok(run.members.has(id));
    const results = [...run.results.values()].map(({ result }) => result);
    assert.deepEqual(results, ['added', 'added']);
  });

  for (const [title, options, code, pattern, posts] of [
    [
      'from a domain that is blocked',
      { settings: { blockedDomains: ['blocked.example'] } },
      'domain_refused',
      /The tenant invites nobody from blocked\.example: Microsoft 365 says “.+external collaboration settings/,
      2,
    ],
    [
      'from a domain that is not on the list of the tenant',
      { settings: { allowedDomains: ['partner.example'] } },
      'domain_refused',
      /blocked\.example.*An administrator can allow the domain/,
      2,
    ],
    [
      'whom a tenant without invitations refuses',
      { settings: { invites: 'nobody' as const } },
      'invitation_refused',
      /The tenant invites no guests: .*Guest invitations not allowed/,
      1,
    ],
    [
      'whom the connection may not invite',
      { permissions: allPermissions.filter((one) => one !== 'User.Invite.All') },
      'invitation_permission_missing',
      /lacks the permission User\.Invite\.All/,
      1,
    ],
  ] as const) {
    test(`${title} have a result in words, and the others come in`, async () => {
      const guests = ['x@blocked.example', 'y@partner.example'];
      const run = await runGuests({ seed: title, profile: calm, guests, ...options });
      const refused = run.results.get('x@blocked.example');
      assert.deepEqual([refused?.result, refused?.code], ['refused', code]);
      assert.match(refused?.detail ?? '', pattern);
      assert.equal(run.postedInvitations, posts);
      const other = run.results.get('y@partner.example');
      assert.equal(other?.result, posts === 2 ? 'invited' : 'refused');
      assert.equal(run.invitations.length, posts - 1);
    });
  }

  test('whose account Entra disabled have a result in words', async () => {
    const known = [
      {
        id: '33333333-3333-4333-8333-333333333333',
        userPrincipalName: 'off_partner.example#EXT#@contoso.example',
        mail: 'off@partner.example',
        proxyAddresses: ['SMTP:off@partner.example'],
        userType: 'Guest' as const,
        accountEnabled: false,
      },
    ];
    const run = await runGuests({
      seed: 'disabled',
      profile: calm,
      guests: ['off@partner.example'],
      known,
    });
    const result = run.results.get('off@partner.example');
    assert.deepEqual([result?.result, result?.code], ['refused', 'guest_disabled']);
    assert.match(result?.detail ?? '', /lifecycle policy of Microsoft Entra/);
    assert.equal(run.postedInvitations, 0);
  });
});

test('an invitation without an answer counts for every group that names the guest', async () => {
  let posts = 0;
  const client = {
    clock: { now: () => 0 },
    call: async () => {
      posts += 1;
      throw new DirectoryError('outcome_unknown', 'The answer was lost.');
    },
  };
  const invite = createInviteGuest(client as unknown as Parameters<typeof createInviteGuest>[0]);
  const guest = { email: 'ola@partner.example', displayName: 'Ola' };
  const context = {} as Parameters<typeof invite>[1];
  for (const email of [guest.email, 'Ola@Partner.example']) {
    await assert.rejects(invite({ ...guest, email, sponsorId: undefined }, context), /was lost/);
  }
  assert.equal(posts, 1);
});
