// The tenant's directory connection and its test; for the sandbox also its people and groups.
import { hash } from 'node:crypto';
import { Type } from 'typebox';
import { notFound } from '../changes.ts';
import type { Changes } from '../changes.postgres.ts';
import type { DirectoryConnection } from '../directory/connection.ts';
import type { Directories } from '../directory/directories.ts';
import { DirectoryError } from '../directory/directory.ts';
import type { SandboxBrowser } from '../directory/sandbox/browse-sandbox.postgres.ts';
import type { SandboxPerson } from '../directory/sandbox/change-people.ts';
import { SandboxPersonInput } from '../directory/sandbox/person-input.schema.ts';
import { DomainError } from '../errors.ts';
import type { Server } from '../http/server.ts';
import type { AdminApiDeps } from './api-deps.routes.ts';
import { guidParam, tenantIdParam, TenantParams } from './common.schema.ts';
import {
  browseQuery,
  ConnectionTest,
  DirectoryAnswer,
  DirectoryGroupPage,
  Person,
  PersonPage,
  SandboxSettings,
} from './directory.schema.ts';
import {
  actorOf,
  offsetPage,
  seenVersion,
  seenVersionNumber,
  tenantOf,
} from './requests.routes.ts';

export interface DirectoryDeps extends AdminApiDeps {
  readonly directories: Directories;
  readonly sandboxBrowser: SandboxBrowser;
}

const tags = ['Directory'];
const PersonParams = Type.Object({ tenantId: tenantIdParam, personId: guidParam('The person.') });
const testTimeoutMs = 20_000;
const changing = {
  access: 'public',
  problems: ['not_found', 'version_conflict', 'validation_failed', 'in_use'],
} as const;

export function registerDirectoryRoutes(server: Server, deps: DirectoryDeps): void {
  const { address, change, clock, directories, sandboxBrowser } = deps;

  async function read(tenantId: string) {
    const tenant = await deps.read((stores) => stores.tenants.find(tenantId));
    if (tenant === undefined) throw notFound('tenant');
    return { ...connectionAnswer(tenant.directory), etag: String(tenant.version) };
  }

  server.get(
    '/:tenantId/directory',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'getDirectory',
        tags,
        summary: 'Which suite the tenant is connected to.',
        params: TenantParams,
        response: { 200: DirectoryAnswer },
      },
    },
    (request) => read(tenantOf(request)),
  );

  server.put(
    '/:tenantId/directory/sandbox',
    {
      config: changing,
      schema: {
        operationId: 'changeSandbox',
        tags,
        summary: 'How the sandbox behaves: delays as a real suite has them.',
        params: TenantParams,
        body: SandboxSettings,
        response: { 200: DirectoryAnswer },
      },
    },
    async (request) => {
      const tenantId = tenantOf(request);
      const seen = seenVersionNumber(request);
      await change(async (changes) => {
        const { name, directory } = await requireSandbox(changes, tenantId);
        const settings = { ...directory, ...request.body };
        await changes.tenants.change(actorOf(request), tenantId, seen, {
          name,
          directory: settings,
        });
      });
      return read(tenantId);
    },
  );

  server.post(
    '/:tenantId/directory/test',
    {
      // It changes nothing, so a reader may look whether the connection works.
      config: { access: 'public', admin: 'reader' },
      schema: {
        operationId: 'testDirectory',
        tags,
        summary: 'Test the connection. The answer says in plain words what is missing.',
        params: TenantParams,
        response: { 200: ConnectionTest },
      },
    },
    async (request) => {
      const startedAt = clock.now();
      const report = await test(tenantOf(request));
      return { ...report, missing: [...report.missing], durationMs: clock.now() - startedAt };
    },
  );

  async function test(tenantId: string) {
    try {
      const signal = AbortSignal.timeout(testTimeoutMs);
      return await directories.of(tenantId).testConnection({ signal, teamId: tenantId });
    } catch (error) {
      if (error instanceof DirectoryError) return { ok: false, detail: error.message, missing: [] };
      if (error instanceof Error && error.name === 'TimeoutError') {
        return {
          ok: false,
          detail: 'The directory did not answer within 20 seconds.',
          missing: [],
        };
      }
      throw error;
    }
  }

  server.get(
    '/:tenantId/directory/people',
    {
      config: { access: 'public', problems: ['in_use'] },
      schema: {
        operationId: 'listSandboxPeople',
        tags,
        summary: 'People of the sandbox.',
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
      config: changing,
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
      return reply.code(201).send(personAnswer(person));
    },
  );

  server.put(
    '/:tenantId/directory/people/:personId',
    {
      config: changing,
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
      const seen = seenVersion(request);
      const person = await change(async (changes) => {
        await expectSeen(changes, tenantOf(request), personId, seen);
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
      config: changing,
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
      const seen = seenVersion(request);
      await change(async (changes) => {
        await expectSeen(changes, tenantOf(request), personId, seen);
        await changes.sandboxPeople.remove(actorOf(request), tenantOf(request), personId);
      });
      return reply.code(204).send(null);
    },
  );

  server.get(
    '/:tenantId/directory/groups',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'listSandboxGroups',
        tags,
        summary: 'Groups of the sandbox, newest first.',
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

async function requireSandbox(changes: Changes, tenantId: string) {
  const tenant = await changes.stores.tenants.lock(tenantId);
  if (tenant === undefined) throw notFound('tenant');
  const { name, directory } = tenant;
  if (directory.kind === 'sandbox') return { name, directory };
  throw new DomainError(
    'in_use',
    'This tenant is connected to a real suite: its people are looked after there.',
  );
}

async function expectSeen(
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
    `${person.displayName} was changed by someone else in the meantime. Look at the entry again, then repeat your change.`,
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

function connectionAnswer(connection: DirectoryConnection) {
  const { kind, ...settings } = connection;
  return {
    kind,
    settings: Object.entries(settings)
      .filter(([, value]) => typeof value !== 'object')
      .map(([name, value]) => ({ name, value: String(value) })),
    sandbox:
      connection.kind === 'sandbox'
        ? {
            replicationDelayMs: connection.replicationDelayMs,
            teamCreationMs: connection.teamCreationMs,
          }
        : null,
  };
}
