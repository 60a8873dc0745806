// Checks events against the schemas that the API's description publishes for webhooks, and forbids other members.
import assert from 'node:assert/strict';
import { Ajv, type ValidateFunction } from 'ajv';
import { type TSchema, Type } from 'typebox';
import { causalPlace } from '../src/audit/causal-order.ts';
import { type CloudEvent, eventOf } from '../src/events/event.ts';
import {
  type EventFamily,
  eventFamilies,
  schemaOfFamily,
  testFamily,
} from '../src/events/event-families.schema.ts';
import { createFeedStore } from '../src/events/feed.postgres.ts';
import type { DomainError } from '../src/ground/errors.ts';
import { FieldErrorSchema } from '../src/http/field-error.schema.ts';
import { problemObject } from '../src/http/problem.ts';
import type { Queryable } from '../src/postgres/database.ts';
import { PropertyDrift } from '../src/groups/read/observed-team.schema.ts';
import { ApprovalDecisionResponse } from '../src/messages/tasks/approval.schema.ts';
import { CreationProblem } from '../src/groups/read/teams.schema.ts';

/** Gives the faults of an event, as sentences. */
export type EventCheck = (event: CloudEvent) => readonly string[];

export function createEventCheck(): EventCheck {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  for (const schema of [
    FieldErrorSchema,
    PropertyDrift,
    CreationProblem,
    ApprovalDecisionResponse,
  ]) {
    ajv.addSchema(schema);
  }
  const families = new Map(
    [...eventFamilies, testFamily].flatMap((family) =>
      Object.keys(family.types).map((type) => [type, family] as const),
    ),
  );
  const checks = new Map<EventFamily, ValidateFunction>();
  // All families take a second to compile, and most tests have events of a few.
  const checkOf = (family: EventFamily) => {
    const known = checks.get(family);
    if (known !== undefined) return known;
    const members = Type.Object(family.data, { additionalProperties: false });
    // `$id` of inner schemas would be declared once for each family.
    const schemas = [schemaOfFamily(family), Type.Object({ data: members })].map(withoutIds);
    const check = ajv.compile({ allOf: schemas });
    checks.set(family, check);
    return check;
  };
  return (event) => {
    const family = families.get(event.type);
    if (family === undefined) return [`There is no schema for ${event.type}.`];
    const check = checkOf(family);
    // As it travels: a Date is text.
    if (check(JSON.parse(JSON.stringify(event)))) return [];
    return (check.errors ?? []).map(
      ({ instancePath, message = '', params }) =>
        `${event.type} ${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  };
}

const checkedPositions = 300;
/** All services of a test file share it. */
let checkOfProcess: EventCheck | undefined;

/** The events of a test's tenants are what the API's description says, each after its cause. */
export async function checkEvents(database: Queryable): Promise<void> {
  await checkOrder(database);
  const tenants = await database.query<{ tenantId: string }>('select tenant_id from tenants', []);
  const store = createFeedStore({ database });
  for (const { tenantId } of tenants) {
    for (const entry of await store.read(tenantId, 1, checkedPositions)) {
      const event = eventOf(entry, { baseUrl: '', toProblem: problemOf });
      if (event === undefined) continue;
      checkOfProcess ??= createEventCheck();
      assert.deepEqual(checkOfProcess(event), [], JSON.stringify(event));
    }
  }
}

/** A cause has an earlier place than what follows from it, if one transaction wrote both about one thing. */
async function checkOrder(database: Queryable): Promise<void> {
  const entries = await database.query<{ told: string; action: string; position: number }>(
    `select a.xmin::text || '/' || a.tenant_id || '/' || a.subject_id as told, a.action,
      s.first_position + e.ordinality as position
    from activity_seals s
    cross join lateral unnest(s.entry_ids) with ordinality as e (activity_id, ordinality)
    join activity a on a.tenant_id = s.tenant_id and a.activity_id = e.activity_id
    order by position`,
  );
  for (const together of Map.groupBy(entries, ({ told }) => told).values()) {
    const places = together.map(({ action }) => causalPlace(action));
    const text = together.map(({ action }) => action).join(', ');
    const inOrder = places.toSorted((one, other) => one - other);
    assert.deepEqual(places, inOrder, text);
  }
}

const problemOf = (error: DomainError) => problemObject(error, '');

function withoutIds(schema: TSchema): unknown {
  return JSON.parse(
    JSON.stringify(schema, (name, value: unknown) => (name === '$id' ? undefined : value)),
  );
}
