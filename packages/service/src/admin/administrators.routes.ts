// The tenant's administrators: list, add, change the role, remove. A removal ends the person's sessions.
import { Type } from 'typebox';
import type { Administrator } from '../admin-sessions/administrator.ts';
import type { Administrators } from '../admin-sessions/administrators.ts';
import { DomainError } from '../foundation/errors.ts';
import type { Server } from '../http/server.ts';
import type { AdminApiDeps } from './api-deps.routes.ts';
import { sessionOf } from './admin-request.routes.ts';
import {
  exact,
  guidParam,
  nullable,
  offsetPageSchema,
  offsetQuery,
  tenantIdParam,
  TenantParams,
} from './common.schema.ts';
import { actorOf, offsetPage, ifMatchVersion, sliceOf, tenantOf } from './requests.routes.ts';
import { Role } from './sign-in.schema.ts';

export interface AdministratorDeps extends AdminApiDeps {
  readonly administrators: Administrators;
}

const AdministratorAnswer = Type.Object(
  {
    administratorId: Type.String(),
    email: Type.String(),
    name: nullable(Type.String()),
    role: Role,
    source: Type.Enum(['list', 'claim']),
    accountBound: Type.Boolean({
      description:
        'True if an account of the sign-in provider is bound to the person. No other account is then admitted.',
    }),
    createdAt: Type.String(),
    lastSignedInAt: nullable(Type.String()),
    etag: Type.String({ description: 'Value for If-Match.' }),
  },
  exact,
);
const AdministratorPage = offsetPageSchema(AdministratorAnswer);
const AdministratorInput = Type.Object(
  {
    email: Type.String({
      maxLength: 320,
      pattern: '^\\s*[^\\s@]+@[^\\s@]+\\s*$',
      'x-fault': 'must be an e-mail address',
    }),
    role: Role,
  },
  exact,
);

const tags = ['Administrators'];
const AdministratorParams = Type.Object({
  tenantId: tenantIdParam,
  administratorId: guidParam('The person.'),
});

export function registerAdministratorRoutes(server: Server, deps: AdministratorDeps): void {
  const { address, administrators } = deps;

  server.get(
    '/:tenantId/administrators',
    {
      config: { answer: 'A page of administrators.' },
      schema: {
        operationId: 'listAdministrators',
        tags,
        summary: 'List the people who may use the admin center.',
        params: TenantParams,
        querystring: Type.Object(offsetQuery),
        response: { 200: AdministratorPage },
      },
    },
    async (request) => {
      const all = await administrators.list(tenantOf(request));
      const { items, total } = sliceOf(all, request.query);
      return offsetPage(request, address, { items: items.map(answerOf), total });
    },
  );

  server.post(
    '/:tenantId/administrators',
    {
      config: {
        answer: 'The administrator.',
        creates: true,
        problems: ['validation_failed', 'in_use', 'quota_exceeded'],
      },
      schema: {
        operationId: 'addAdministrator',
        tags,
        summary: 'Add a person by e-mail address.',
        params: TenantParams,
        body: AdministratorInput,
        response: { 200: AdministratorAnswer },
      },
    },
    async (request) => {
      const added = await administrators.put(
        tenantOf(request),
        request.body,
        actorOf(request),
        'refuse',
      );
      return answerOf(added);
    },
  );

  server.put(
    '/:tenantId/administrators/:administratorId',
    {
      config: {
        answer: 'The changed administrator.',
        problems: ['not_found', 'version_conflict', 'validation_failed', 'forbidden', 'in_use'],
      },
      schema: {
        operationId: 'changeAdministrator',
        tags,
        summary: 'Change the role of a person, who is then on the list.',
        params: AdministratorParams,
        body: Type.Object({ role: Role }, exact),
        response: { 200: AdministratorAnswer },
      },
    },
    async (request) => {
      const expectedVersion = ifMatchVersion(request);
      const administratorId = request.params.administratorId.toLowerCase();
      if (administratorId === sessionOf(request).administrator.administratorId) {
        throw aboutYourself();
      }
      const changed = await administrators.changeRole(
        tenantOf(request),
        administratorId,
        request.body.role,
        { expectedVersion, actor: actorOf(request) },
      );
      return answerOf(changed);
    },
  );

  server.delete(
    '/:tenantId/administrators/:administratorId/account',
    {
      config: {
        answer: 'The administrator without the account.',
        problems: ['not_found', 'version_conflict', 'forbidden'],
      },
      schema: {
        operationId: 'resetAdministratorAccount',
        tags,
        summary:
          'Unbind the account of the sign-in provider. The next account with the address is bound.',
        params: AdministratorParams,
        response: { 200: AdministratorAnswer },
      },
    },
    async (request) => {
      const administratorId = request.params.administratorId.toLowerCase();
      if (administratorId === sessionOf(request).administrator.administratorId) {
        throw aboutYourself();
      }
      const reset = await administrators.resetAccount(tenantOf(request), administratorId, {
        expectedVersion: ifMatchVersion(request),
        actor: actorOf(request),
      });
      return answerOf(reset);
    },
  );

  server.delete(
    '/:tenantId/administrators/:administratorId',
    {
      config: {
        answer: 'The administrator is removed.',
        problems: ['not_found', 'version_conflict', 'forbidden', 'in_use'],
      },
      schema: {
        operationId: 'removeAdministrator',
        tags,
        summary: 'Remove a person. Their sessions end immediately.',
        params: AdministratorParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const administratorId = request.params.administratorId.toLowerCase();
      if (administratorId === sessionOf(request).administrator.administratorId) {
        throw aboutYourself();
      }
      await administrators.remove(tenantOf(request), administratorId, {
        expectedVersion: ifMatchVersion(request),
        actor: actorOf(request),
      });
      return reply.code(204).send(null);
    },
  );
}

function aboutYourself(): DomainError {
  return new DomainError(
    'forbidden',
    'You cannot remove your own rights. Another administrator must do it, so that one always remains.',
  );
}

function answerOf(administrator: Administrator) {
  return {
    administratorId: administrator.administratorId,
    email: administrator.email,
    name: administrator.name ?? null,
    role: administrator.role,
    source: administrator.source,
    accountBound: administrator.identity !== undefined,
    createdAt: administrator.createdAt.toISOString(),
    lastSignedInAt: administrator.lastSignedInAt?.toISOString() ?? null,
    etag: String(administrator.version),
  };
}
