// The tenant's administrators: list, add, change the role, remove. A removal ends the person's sessions.
import type { FastifyRequest } from 'fastify';
import type { Administrator } from '../access/sessions/administrator.ts';
import type { Administrators } from '../access/sessions/administrators.ts';
import { refused } from '../access/sessions/refusals.ts';
import type { Server } from '../http/server.ts';
import type { AdminApiDeps } from './admin-api-deps.ts';
import {
  AdministratorResponse,
  AdministratorInput,
  AdministratorPage,
  AdministratorParams,
  RoleInput,
} from './administrators.schema.ts';
import { noContent, listQuery } from './common.schema.ts';
import { declareOperations } from './declare-operations.ts';
import { countedListOf, resourceOf, sessionOf } from './request.ts';

export interface AdministratorDeps extends AdminApiDeps {
  readonly administrators: Administrators;
}

const declared = declareOperations('Administrators', {
  listAdministrators: {
    summary: 'List the people who may use the admin center.',
    answer: 'A page of administrators.',
    querystring: listQuery,
    response: { 200: AdministratorPage },
  },
  addAdministrator: {
    summary: 'Add a person by e-mail address.',
    admin: 'administrators:manage',
    answer: 'The administrator.',
    idempotentBy: 'answer',
    problems: ['validation_failed', 'in_use', 'quota_exceeded'],
    body: AdministratorInput,
    response: { 200: AdministratorResponse },
  },
  changeAdministrator: {
    summary: 'Change the role of a person and its limit. The person is then on the list.',
    admin: 'administrators:manage',
    answer: 'The changed administrator.',
    changes: true,
    problems: ['validation_failed', 'forbidden', 'in_use'],
    params: AdministratorParams,
    body: RoleInput,
    response: { 200: AdministratorResponse },
  },
  resetAdministratorAccount: {
    summary:
      'Unbind the account of the sign-in provider. The next account with the address is bound.',
    admin: 'administrators:manage',
    answer: 'The administrator without the account.',
    changes: true,
    problems: ['forbidden'],
    params: AdministratorParams,
    response: { 200: AdministratorResponse },
  },
  removeAdministrator: {
    summary: 'Remove a person. Their sessions end immediately.',
    admin: 'administrators:manage',
    answer: 'The administrator is removed.',
    changes: true,
    problems: ['forbidden', 'in_use'],
    params: AdministratorParams,
    response: noContent,
  },
});

export function registerAdministratorRoutes(server: Server, deps: AdministratorDeps): void {
  const { address, administrators } = deps;

  server.get('/:tenantId/administrators', declared.listAdministrators, async (request) => {
    const { tenantId } = resourceOf(request);
    const list = countedListOf(request, address, '/administrators');
    const all = await administrators.list(tenantId);
    const items = list.partOf(all).map((one) => administratorResponse(one));
    return list.answer({ items, total: all.length });
  });

  server.post('/:tenantId/administrators', declared.addAdministrator, async (request) => {
    const { tenantId, actor } = resourceOf(request);
    return administratorResponse(await administrators.put(tenantId, request.body, actor, 'refuse'));
  });

  const onePath = '/:tenantId/administrators/:administratorId';
  server.put(onePath, declared.changeAdministrator, async (request) => {
    const { tenantId, administratorId, ...change } = otherPersonOf(request);
    return administratorResponse(
      await administrators.changeRole(tenantId, administratorId, request.body, change),
    );
  });

  server.delete(`${onePath}/account`, declared.resetAdministratorAccount, async (request) => {
    const { tenantId, administratorId, ...change } = otherPersonOf(request);
    return administratorResponse(
      await administrators.resetAccount(tenantId, administratorId, change),
    );
  });

  server.delete(onePath, declared.removeAdministrator, async (request) => {
    const { tenantId, administratorId, ...change } = otherPersonOf(request);
    await administrators.remove(tenantId, administratorId, change);
  });
}

/** @throws DomainError `forbidden` if the person is the caller */
function otherPersonOf(
  request: FastifyRequest & { readonly params: { readonly administratorId: string } },
) {
  const resource = resourceOf(request);
  const { tenantId, administratorId, actor } = resource;
  if (administratorId === sessionOf(request).administrator.administratorId) {
    throw refused('ownRights');
  }
  return { tenantId, administratorId, actor, expectedVersion: resource.expectedVersion };
}

export function administratorResponse(administrator: Administrator) {
  return {
    ...administrator,
    accountBound: administrator.identity !== null,
    etag: administrator.version,
  };
}
