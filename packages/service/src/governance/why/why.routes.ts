// GET /teams/{teamId}/why: the entries of the audit log by which a fact about a group came about.
import { type Static, Type } from 'typebox';
import { unlessUnavailable } from '../../directory/find-people.ts';
import { personKey } from '../../directory/person-reference.ts';
import { requireWithin } from '../../ground/group-limit.ts';
import { hinted } from '../../ground/did-you-mean.ts';
import { invalidQuery } from '../../ground/query-filters.ts';
import {
  EntryProofResponse,
  exact,
  nullable,
  personPattern,
  TeamParams,
  knownNames,
} from '../../ground/schema/parts.schema.ts';
import { refTo, shareSchemas } from '../../http/schema-ref.ts';
import { senderOf } from '../../http/sender.ts';
import type { Server } from '../../http/server.ts';
import type { Configuration } from '../../settings/configuration/configuration.ts';
import { compileNames } from '../../settings/naming/compiled-names.ts';
import { namedActor } from '../../settings/configuration/named-actor.ts';
import { changeOf, type Fact, factOf, namedFacts, type Reason, ruleOf } from './explain.ts';
import type { ReferencesOf } from '../responsibility/responsibility-history.postgres.ts';
import type { Explained, ReadReasons } from './read-reasons.postgres.ts';

export interface WhyDeps {
  readonly readReasons: ReadReasons;
  readonly referencesOf: ReferencesOf;
  readonly configuration: Pick<Configuration, 'apiKey' | 'organisation' | 'templateName'>;
}

const escaped = namedFacts.map((name) => name.replaceAll('.', String.raw`\.`));

/** Time limit for the answer of the directory, without which the person is known by the given reference alone. */
const withinMs = 3_000;

const ExplanationEntry = Type.Object(
  {
    activityId: Type.Integer({ description: 'Id of the entry in the audit log.' }),
    occurredAt: Type.Unsafe<Date>(Type.String({ format: 'date-time' })),
    action: Type.String({
      description: 'The event, as the audit log calls it, for example group.changed.',
      examples: ['group.changed'],
    }),
    actor: Type.Object(
      { kind: Type.String(), id: Type.String(), name: Type.String() },
      { ...exact, description: 'The key, person, administrator, policy or part that did it.' },
    ),
    rule: nullable(
      Type.Object(
        {
          templateId: Type.String({ format: 'uuid' }),
          policyVersion: Type.Integer({ description: 'Version of the template.' }),
          rule: Type.String({ examples: ['lifecycle.expires'] }),
        },
        exact,
      ),
      'The rule of a policy that caused it. Null: none did.',
    ),
    requestId: nullable(Type.String({ description: 'The request; null: there was none.' })),
    operationId: nullable(Type.String()),
    taskId: nullable(Type.String({ description: 'The question that people were asked.' })),
    outcome: nullable(Type.String({ description: 'The decision about the question.' })),
    reason: nullable(Type.String({ description: 'The reason that was given.' })),
    before: Type.Optional(
      Type.Unknown({ description: 'The fact before. Absent: the entry does not say it.' }),
    ),
    after: Type.Optional(
      Type.Unknown({ description: 'The fact after. Absent: the entry does not say it.' }),
    ),
    proof: EntryProofResponse,
  },
  {
    ...exact,
    $id: 'ExplanationEntry',
    description: 'An entry of the audit log that led to a fact.',
  },
);

const Explanation = Type.Object(
  {
    teamId: Type.String({ format: 'uuid' }),
    property: Type.String(),
    reasons: Type.Array(refTo(ExplanationEntry), {
      description:
        'The entries that led to the fact, in the order in which they followed: the versions of templates whose rules acted or whose policy the group got, the request, the decisions of people, and at last the entry that made the fact. Empty: the audit log has none of them.',
    }),
    archivedUntil: nullable(
      Type.Unsafe<Date>(Type.String({ format: 'date-time' })),
      'Entries of this time or before may be in the archive of the audit log. Null: none is.',
    ),
  },
  { ...exact, $id: 'Explanation', description: 'Why a fact about a group is as it is.' },
);
type Explanation = Static<typeof Explanation>;

export function registerWhyRoute(server: Server, deps: WhyDeps): void {
  const { readReasons, referencesOf, configuration } = deps;
  shareSchemas(server, [ExplanationEntry, Explanation]);
  server.get(
    '/teams/:teamId/why',
    {
      config: {
        scope: 'groups:read',
        answer: 'The entries that led to the fact.',
        problems: ['not_found', 'invalid_query'],
      },
      schema: {
        operationId: 'explainTeam',
        tags: ['Teams'],
        summary: 'Read why a fact about a group is as it is.',
        description:
          'The answer comes from the audit log, and each entry has its place in the hash chain. The operator verifies the chain with `audit verify`.',
        params: TeamParams,
        querystring: Type.Object(
          {
            property: Type.Optional(
              Type.String({
                pattern: `^(?:${escaped.join('|')}|properties\\..{1,128}|externalIds\\..{1,64})$`,
                'x-fault': `must be one of ${namedFacts.join(', ')}, or properties. or externalIds. with a name`,
                [knownNames]: namedFacts,
                description:
                  'The fact: a member of the group such as visibility, state (the default), hold, a setting such as settings.guests, properties.NAME or externalIds.SOURCE. A property or a source that the group does not have, and never had, is refused.',
                examples: ['visibility'],
              }),
            ),
            person: Type.Optional(
              Type.String({
                minLength: 1,
                maxLength: 320,
                pattern: personPattern,
                'x-fault': 'must be a user ID or an e-mail address',
                description:
                  'With owners or members: the person, by user ID or e-mail address. Default: the newest change of the list.',
              }),
            ),
          },
          { additionalProperties: false },
        ),
        response: { 200: refTo(Explanation) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      const { tenantId, within } = senderOf(request);
      const teamId = request.params.teamId.toLowerCase();
      const { property = 'state', person } = request.query;
      if (person !== undefined && property !== 'owners' && property !== 'members') {
        const detail = 'person needs property=owners or property=members.';
        throw invalidQuery({ parameter: 'person', code: 'not_valid', detail });
      }
      const keys = person === undefined ? [] : await keysOf(tenantId, person);
      const fact = factOf(property, person !== undefined);
      const found = requireWithin(within, await readReasons(tenantId, teamId, fact, keys));
      requireKnown(tenantId, fact, found);
      const reasons = found.reasons.map((reason) => shownReason(tenantId, reason, fact, keys));
      return { teamId, property, reasons, archivedUntil: found.archivedUntil };
    },
  );

  /** @throws DomainError `invalid_query` for a property or a source that the group does not have and never had */
  function requireKnown(tenantId: string, fact: Fact, found: Explained): void {
    if (found.wasChanged) return;
    if (fact.by === 'property') {
      const template = configuration
        .organisation(tenantId, found.organisationId)
        ?.templates.find(({ templateId }) => templateId === found.templateId);
      const declared = template === undefined ? [] : compileNames(template).propertyNames;
      requireAmong(`The group has no property`, fact.name, [...found.properties, ...declared]);
    }
    if (fact.by === 'source') {
      requireAmong('The group has no external id of', fact.source, found.sources);
    }
  }

  async function keysOf(tenantId: string, person: string): Promise<readonly string[]> {
    const found = await referencesOf(tenantId, person, AbortSignal.timeout(withinMs)).catch(
      unlessUnavailable,
    );
    return found ?? [personKey(person)];
  }

  function shownReason(
    tenantId: string,
    reason: Reason,
    fact: Fact,
    keys: readonly string[],
  ): Explanation['reasons'][number] {
    const { activityId, occurredAt, action, actor, requestId, data, proof } = reason;
    const text = (name: string) => (typeof data[name] === 'string' ? data[name] : null);
    return {
      activityId,
      occurredAt,
      action,
      actor: namedActor(actor, tenantId, configuration),
      rule: ruleOf(reason) ?? null,
      requestId,
      operationId: text('operationId'),
      taskId: text('taskId'),
      outcome: text('outcome'),
      reason: text('reason'),
      ...changeOf(reason, fact, keys),
      proof,
    };
  }
}

/** @throws DomainError `invalid_query` */
function requireAmong(predicate: string, name: string, known: readonly string[]): void {
  if (known.includes(name)) return;
  throw invalidQuery({
    parameter: 'property',
    code: 'not_valid',
    ...hinted(`${predicate} ${JSON.stringify(name)}`, name, known),
  });
}
