// The handover of a leaver's groups while the database fails and other operations change the groups.
import { noLimit } from '../../ground/group-limit.ts';
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { DomainError, noShapeErrors } from '../../ground/errors.ts';
import { defaultTemplatePolicy } from '../../settings/organisations/template.ts';
import {
  type AcceptedOperation,
  createAcceptOperation,
  type KnownOperation,
} from './accept-operation.ts';
import { departureOf } from './departure.ts';
import type { PlannedDeparture } from './departure-plan.ts';
import { createHandOver, type HandoverRequest, type PlannedHandover } from './hand-over.ts';
import type {
  GroupChange,
  OperationKind,
  PendingOperation,
  RecordWithPending,
} from './operation.ts';

const now = Date.UTC(2026, 10, 22);
const [mara, tomas, lena] = ['mara@aare.example', 'tomas@aare.example', 'lena@aare.example'];
const key = { tenantId: 'tenant', holderId: 'key', text: 'leaver-7', onReplay: () => undefined };

function group(teamId: string): RecordWithPending {
  return {
    tenantId: 'tenant',
    teamId,
    organisationId: 'organisation',
    templateId: 'template',
    displayName: teamId,
    description: null,
    mailNickname: teamId,
    people: { responsible: mara, deputy: tomas, owners: [], members: [] },
    properties: {},
    policy: defaultTemplatePolicy,
    state: 'active',
    isArchived: false,
    createdAt: new Date(now),
    deletedAt: undefined,
    version: 1,
    groupId: 'group',
    marker: teamId,
    resolvedPeople: { ownerIds: ['id-mara', 'id-tomas'], memberIds: [] },
    pending: [],
    aliasHolder: null,
    awaitingApproval: [],
    requestedBy: null,
    requestedExpiry: null,
  };
}

/** Mara leaves, and Lena takes over. */
function createDeparture() {
  const groups = new Map(['one', 'two', 'three'].map((teamId) => [teamId, group(teamId)]));
  const known = new Map<string, KnownOperation>();
  const operations: AcceptedOperation[] = [];
  const failing = new Set<string>();
  let kept: PlannedHandover | undefined;

  const acceptOperation = createAcceptOperation({
    async accept(request, decide) {
      const { teamId, key: used } = request;
      if (failing.has(teamId)) throw new DomainError('unavailable', 'The database is gone.');
      const record = groups.get(teamId);
      try {
        const decision = decide(request, record, known.get(used?.text ?? ''));
        if (!('request' in decision)) return decision;
        if ('earlier' in decision) return decision.earlier;
        const { operationId, kind, requestHash = '' } = decision;
        const operation = { operationId, kind, status: 'accepted', changed: true } as const;
        operations.push(operation);
        if (used !== undefined) known.set(used.text, { requestHash, operation });
        if (record !== undefined) groups.set(teamId, { ...record, version: record.version + 1 });
        return operation;
      } catch (error) {
        return error as Error;
      }
    },
    onAccepted: () => undefined,
    organisationOf: () => undefined,
    blockedWordsOf: () => [],
    tenantOf: () => undefined,
    clock: { now: () => now },
    newId: () => `operation ${operations.length + 1}`,
  });
  const handOver = createHandOver({
    planDeparture: () =>
      Promise.resolve({
        person: { id: 'id-mara', email: mara, displayName: 'Mara' },
        groups: [...groups.values()].map(planned),
        next: undefined,
      }),
    acceptOperation,
    keptAnswers: {
      find: () => Promise.resolve(kept),
      keep(_key, _requestHash, plan) {
        // The database stores it as JSON.
        kept ??= JSON.parse(JSON.stringify(plan)) as PlannedHandover;
        return Promise.resolve(kept);
      },
    },
    rest: () => undefined,
    onError: (error) => assert.fail(String(error)),
  });

  return {
    groups,
    operations,
    failing,
    change(teamId: string, changes: Partial<RecordWithPending>) {
      const record = groups.get(teamId) ?? assert.fail(teamId);
      groups.set(teamId, { ...record, version: record.version + 1, ...changes });
    },
    async send(changes: Partial<HandoverRequest> = {}) {
      const { groups: results } = await handOver({
        tenantId: 'tenant',
        person: mara,
        handover: { to: lena },
        reason: null,
        body: {},
        shape: noShapeErrors,
        actor: { kind: 'api_key', id: 'key', address: '', requestId: 'request' },
        within: noLimit,
        afterTeamId: undefined,
        limit: 10,
        onCount: () => undefined,
        signal: new AbortController().signal,
        key,
        ...changes,
      });
      return Object.fromEntries(
        results.map((result) => [
          result.teamId,
          'accepted' in result
            ? result.accepted.operationId
            : 'refused' in result
              ? result.refused.code
              : 'left to rosters',
        ]),
      );
    },
  };
}

function planned(given: RecordWithPending): PlannedDeparture {
  const { rosterEntries: _, ...record } = given;
  const departure = departureOf(record, {
    leaving: { reference: mara, keys: new Set([mara, 'id-mara']) },
    to: { reference: lena, keys: new Set([lena, 'id-lena']) },
    deputy: undefined,
    former: undefined,
    roles: ['responsible', 'deputy'],
    nameOf: (id) => id,
  });
  const { teamId, organisationId, templateId, displayName, state, version } = record;
  assert.ok(departure);
  const group = { teamId, organisationId, templateId, displayName, state, version };
  return { ...departure, ...group, waitsFor: null, successorIds: {}, error: undefined };
}

function pending(kind: OperationKind, change: GroupChange): PendingOperation {
  const operationId = 'pending';
  return { operationId, kind, status: 'accepted', change, mayNeedApproval: false };
}

suite('a handover with an Idempotency-Key', () => {
  test('is refused as a whole in an outage, and repeated has each operation once, also where versions moved', async () => {
    const departure = createDeparture();
    departure.failing.add('two').add('three');
    await assert.rejects(departure.send(), { code: 'unavailable' });
    assert.equal(departure.operations.length, 1);
    // Meanwhile another operation ended on one group, and another one is accepted on the other.
    departure.change('two', {});
    departure.change('three', { pending: [pending('change', { displayName: 'Other' })] });
    departure.failing.clear();
    const whole = await departure.send();
    assert.deepEqual(whole, { one: 'operation 1', two: 'operation 2', three: 'operation 3' });
    departure.failing.add('one');
    await assert.rejects(departure.send(), { code: 'unavailable' });
    departure.failing.clear();
    assert.deepEqual(await departure.send(), whole);
    assert.equal(departure.operations.length, 3);
  });

  test('leaves a group alone that other people answer for by then', async () => {
    const departure = createDeparture();
    for (const teamId of departure.groups.keys()) departure.failing.add(teamId);
    await assert.rejects(departure.send(), { code: 'unavailable' });
    const handedOver = pending('handover', { responsible: tomas, deputy: null });
    departure.change('one', { pending: [handedOver] });
    // The address of the leaver is another person's now.
    departure.change('two', {
      resolvedPeople: { ownerIds: ['id-new', 'id-tomas'], memberIds: [] },
    });
    departure.failing.clear();
    assert.deepEqual(await departure.send(), {
      one: 'version_conflict',
      two: 'version_conflict',
      three: 'operation 1',
    });
  });

  test('lists every group or none when its caller’s access cannot be checked', async () => {
    const departure = createDeparture();
    const signal = AbortSignal.abort();
    await assert.rejects(departure.send({ signal }), { code: 'unavailable' });
    const results = await departure.send({ signal, key: undefined });
    assert.deepEqual(Object.values(results), ['unavailable', 'unavailable', 'unavailable']);
    assert.equal(departure.operations.length, 0);
  });
});

test('a handover without a key lists its operations and the groups that an outage refused', async () => {
  const departure = createDeparture();
  departure.failing.add('two');
  const results = await departure.send({ key: undefined });
  assert.deepEqual(results, { one: 'operation 1', two: 'unavailable', three: 'operation 2' });
});
