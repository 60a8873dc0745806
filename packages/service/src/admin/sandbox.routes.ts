// The people and groups of the sandbox.
import { hash } from 'node:crypto';
import { Type } from 'typebox';
import { notFound } from '../changes/change.ts';
import type { Changes } from '../configuration/changes.postgres.ts';
import type { SandboxBrowser } from '../directory/sandbox/browse-sandbox.postgres.ts';
import type { SandboxPerson } from '../directory/sandbox/change-people.ts';
import { SandboxPersonInput } from '../directory/sandbox/person-input.schema.ts';
import { DomainError } from '../foundation/errors.ts';
import type { Server } from '../http/server.ts';
import type { AdminApiDeps } from './api-deps.routes.ts';
import { guidParam, tenantIdParam, TenantParams } from './common.schema.ts';
import { actorOf, offsetPage, ifMatchHeader, tenantOf } from './requests.routes.ts';
import { browseQuery, DirectoryGroupPage, Person, PersonPage } from './sandbox.schema.ts';

export interface SandboxDeps extends AdminApiDeps {
  readonly sandboxBrowser: SandboxBrowser;
}

const tags = ['Directory'];
const PersonParams = Type.Object({ tenantId: tenantIdParam, personId: guidParam('The person.') });
const changing = {
  problems: ['not_found', 'version_conflict', 'validation_failed', 'in_use', 'quota_exceeded'],
} as const;

export function registerSandboxRoutes(server: Server, deps: SandboxDeps): void {
  const { address, change, clock, sandboxBrowser } = deps;

  server.get(
    '/:tenantId/directory/people',
    {
      config: { answer: 'A page of people.', problems: ['in_use'] },
      schema: {
        operationId: 'listSandboxPeople',
        tags,
        summary: 'List the people of the sandbox.',
        params: TenantParams,
        querystring: Type.Object(browseQuery),
        response: { 200: PersonPage },
      },
    },
    async (request) => {
      const found = await sandboxBrowser.people(tenantOf(request), pageOf(request.query));
      return offsetPage(request, address, {
        items: found.items.map(personAnswer),
        total: found.total,
      });
    },
  );

  server.post(
    '/:tenantId/directory/people',
    {
      config: { ...changing, answer: 'The new person.', creates: true },
      schema: {
        operationId: 'addSandboxPerson',
        tags,
        summary: 'Add a person to the sandbox.',
        params: TenantParams,
        body: SandboxPersonInput,
        response: { 201: Person },
      },
    },
    async (request, reply) => {
      const tenantId = tenantOf(request);
      const person = await change(async (changes) => {
        await requireSandbox(changes, tenantId);
        return changes.sandboxPeople.add(actorOf(request), tenantId, request.body);
      });
      reply.code(201);
      return personAnswer(person);
    },
  );

  server.put(
    '/:tenantId/directory/people/:personId',
    {
      config: { ...changing, answer: 'The changed person.' },
      schema: {
        operationId: 'changeSandboxPerson',
        tags,
        summary: 'Change a person of the sandbox, for example disable the account.',
        params: PersonParams,
        body: SandboxPersonInput,
        response: { 200: Person },
      },
    },
    async (request) => {
      const personId = request.params.personId.toLowerCase();
      const seen = ifMatchHeader(request);
      const person = await change(async (changes) => {
        await requireVersion(changes, tenantOf(request), personId, seen);
        return changes.sandboxPeople.change(
          actorOf(request),
          tenantOf(request),
          personId,
          request.body,
        );
      });
      return personAnswer(person);
    },
  );

  server.delete(
    '/:tenantId/directory/people/:personId',
    {
      config: { ...changing, answer: 'The person is removed.' },
      schema: {
        operationId: 'removeSandboxPerson',
        tags,
        summary: 'Remove a person from the sandbox.',
        params: PersonParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const personId = request.params.personId.toLowerCase();
      const seen = ifMatchHeader(request);
      await change(async (changes) => {
        await requireVersion(changes, tenantOf(request), personId, seen);
        await changes.sandboxPeople.remove(actorOf(request), tenantOf(request), personId);
      });
      return reply.code(204).send(null);
    },
  );

  server.get(
    '/:tenantId/directory/groups',
    {
      config: { answer: 'A page of groups.' },
      schema: {
        operationId: 'listSandboxGroups',
        tags,
        summary: 'List the groups of the sandbox, newest first.',
        params: TenantParams,
        querystring: Type.Object(browseQuery),
        response: { 200: DirectoryGroupPage },
      },
    },
    async (request) => {
      const found = await sandboxBrowser.groups(
        tenantOf(request),
        pageOf(request.query),
        new Date(clock.now()),
      );
      return offsetPage(request, address, {
        items: found.items.map(({ marker, mailNickname, createdAt, ...group }) => ({
          ...group,
          teamId: marker ?? null,
          mailNickName: mailNickname,
          createdAt: createdAt.toISOString(),
        })),
        total: found.total,
      });
    },
  );
}

async function requireSandbox({ stores }: Changes, tenantId: string): Promise<void> {
  const tenant = await stores.tenants.lock(tenantId);
  if (tenant === undefined) throw notFound('tenant');
  if (tenant.directory.kind === 'sandbox') return;
  throw new DomainError(
    'in_use',
    'This tenant is connected to a real suite. Manage its people there.',
  );
}

async function requireVersion(
  changes: Changes,
  tenantId: string,
  personId: string,
  seen: string,
): Promise<void> {
  const person = await changes.stores.sandboxPeople.lock(tenantId, personId);
  if (person === undefined) throw notFound('person');
  if (etagOf(person) === seen) return;
  throw new DomainError(
    'version_conflict',
    `Someone else changed ${person.displayName} in the meantime. Read the entry again, then repeat your change.`,
  );
}

function etagOf({ email, displayName, kind, enabled }: SandboxPerson): string {
  const text = JSON.stringify([email, displayName, kind, enabled]);
  return hash('sha256', text, 'base64url').slice(0, 22);
}

function personAnswer(person: SandboxPerson) {
  const { personId, email, displayName, kind, enabled } = person;
  return { personId, email, displayName, kind, enabled, etag: etagOf(person) };
}

function pageOf({
  search,
  offset = 0,
  limit = 50,
}: {
  search?: string;
  offset?: number;
  limit?: number;
}) {
  const text = search?.trim();
  return { text: text === '' ? undefined : text, offset, limit };
}
