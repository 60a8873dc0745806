// The people and groups of the sandbox.
import { randomUUID } from 'node:crypto';
import type { Actor } from '../audit/activity.ts';
import { notFound } from '../audit/changes/change.ts';
import type { Changes } from '../settings/configuration/changes.postgres.ts';
import type { ChangesInSuite } from '../sandbox/change-in-suite.postgres.ts';
import type { SandboxBrowser } from '../sandbox/browse-sandbox.postgres.ts';
import type { SandboxPerson } from '../sandbox/sandbox-person.ts';
import { SandboxPersonInput } from '../sandbox/person-input.schema.ts';
import type { Clock } from '../ground/clock.ts';
import { DomainError, validationFailed } from '../ground/errors.ts';
import type { IfMatch } from '../http/entity-tags.ts';
import { contentEtag } from '../http/entity-tags.ts';
import type { Server } from '../http/server.ts';
import type { AdminApiDeps } from './admin-api-deps.ts';
import { noContent } from './common.schema.ts';
import { searchText } from '../ground/folded-text.ts';
import { declareOperations } from './declare-operations.ts';
import { countedListOf, resourceOf } from './request.ts';
import { settingsOf } from '../settings/organisations/settings-policy.ts';
import {
  browseQuery,
  ChangeInSuiteBody,
  GroupParams,
  NewInSuite,
  NewInSuiteBody,
  Person,
  PersonPage,
  PersonParams,
} from './sandbox.schema.ts';

export interface SandboxDeps extends AdminApiDeps {
  readonly sandboxBrowser: SandboxBrowser;
  readonly changesInSuite: ChangesInSuite;
  readonly clock: Clock;
}

const problems = ['validation_failed', 'in_use', 'quota_exceeded'] as const;

const declared = declareOperations('Directory', {
  listSandboxPeople: {
    summary: 'List the people of the sandbox.',
    answer: 'A page of people.',
    problems: ['in_use'],
    querystring: browseQuery,
    response: { 200: PersonPage },
  },
  addSandboxPerson: {
    summary: 'Add a person to the sandbox.',
    answer: 'The new person.',
    idempotentBy: 'answer',
    problems: ['version_conflict', ...problems],
    body: SandboxPersonInput,
    response: { 201: Person },
  },
  changeSandboxPerson: {
    summary: 'Change a person of the sandbox, for example disable the account.',
    answer: 'The changed person.',
    changes: true,
    problems,
    params: PersonParams,
    body: SandboxPersonInput,
    response: { 200: Person },
  },
  removeSandboxPerson: {
    summary: 'Remove a person from the sandbox.',
    answer: 'The person is removed.',
    changes: true,
    problems,
    params: PersonParams,
    response: noContent,
  },
  addSandboxGroup: {
    summary: 'Make a group in the sandbox as if someone did it in Teams.',
    description: 'The service does not govern it. GET /directory/groups lists it at once.',
    answer: 'The new group.',
    problems: ['validation_failed', 'in_use'],
    body: NewInSuiteBody,
    response: { 201: NewInSuite },
  },
  changeSandboxGroup: {
    summary: 'Change a group of the sandbox as if someone did it in Teams.',
    description:
      'The record of the service stays as it is, so the next comparison sees a difference. The changes of the service itself are the operations on teams.',
    answer: 'The group is changed.',
    problems: ['validation_failed', 'in_use'],
    params: GroupParams,
    body: ChangeInSuiteBody,
    response: noContent,
  },
  deleteSandboxGroup: {
    summary: 'Delete a group of the sandbox as if someone did it in Teams.',
    answer: 'The group is deleted.',
    problems: ['in_use'],
    params: GroupParams,
    response: noContent,
  },
});

export function registerSandboxRoutes(server: Server, deps: SandboxDeps): void {
  const { address, change, sandboxBrowser, changesInSuite, clock } = deps;

  server.get('/:tenantId/directory/people', declared.listSandboxPeople, async (request) => {
    const { tenantId } = resourceOf(request);
    const list = countedListOf(request, address, '/directory/people');
    const text = searchText(request.query.search);
    const { items, total } = await sandboxBrowser.people(tenantId, { text, ...list });
    return list.answer({ items: items.map(answerOf), total });
  });

  server.post('/:tenantId/directory/people', declared.addSandboxPerson, async (request) => {
    const { tenantId, actor } = resourceOf(request);
    const person = await change(async (changes) => {
      await requireSandbox(changes, tenantId);
      return changes.sandboxPeople.add(actor, tenantId, request.body);
    });
    return answerOf(person);
  });

  const onePath = '/:tenantId/directory/people/:personId';
  server.put(onePath, declared.changeSandboxPerson, async (request) => {
    const { tenantId, personId, actor, ifMatch } = resourceOf(request);
    const person = await change(async (changes) => {
      await requireEtag(changes, tenantId, personId, ifMatch);
      return changes.sandboxPeople.change(actor, tenantId, personId, request.body);
    });
    return answerOf(person);
  });

  server.delete(onePath, declared.removeSandboxPerson, async (request) => {
    const { tenantId, personId, actor, ifMatch } = resourceOf(request);
    await change(async (changes) => {
      await requireEtag(changes, tenantId, personId, ifMatch);
      await changes.sandboxPeople.remove(actor, tenantId, personId);
    });
  });

  /** The suite is changed first: it is another system, as far as the log is concerned. */
  async function recordInSuite(
    { tenantId, actor }: { readonly tenantId: string; readonly actor: Actor },
    verb: 'added' | 'changed' | 'removed',
    groupId: string,
    data: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    await change(({ activity }) =>
      activity.record([
        {
          tenantId,
          occurredAt: clock.now(),
          actor,
          action: `sandbox_group.${verb}`,
          subject: { kind: 'directory_group', id: groupId },
          data,
        },
      ]),
    );
  }

  server.post('/:tenantId/sandbox/groups', declared.addSandboxGroup, async (request) => {
    const resource = resourceOf(request);
    const { tenantId } = resource;
    await change((changes) => requireSandbox(changes, tenantId));
    const groupId = await changesInSuite.add(tenantId, randomUUID(), request.body);
    if (groupId !== undefined) {
      await recordInSuite(resource, 'added', groupId, request.body);
      return { groupId };
    }
    const { mailNickName: name } = request.body;
    const detail = `Another group of the sandbox has the alias ${name}.`;
    const pointer = '/mailNickName';
    throw validationFailed([{ pointer, code: 'taken', detail, values: { name } }]);
  });

  const groupPath = '/:tenantId/sandbox/groups/:groupId';
  server.patch(groupPath, declared.changeSandboxGroup, async (request) => {
    const resource = resourceOf(request);
    const { tenantId, groupId } = resource;
    await change((changes) => requireSandbox(changes, tenantId));
    const { settings, addMembers = [], ...others } = request.body;
    const refused = await changesInSuite.refusedPeople(tenantId, groupId, addMembers);
    if (refused.length > 0) {
      throw validationFailed(
        refused.map(({ email, isKnown }) => ({
          pointer: `/addMembers/${addMembers.indexOf(email)}`,
          code: isKnown ? 'guest_not_allowed' : 'person_not_found',
          detail: isKnown
            ? `${email} is a guest, and the settings of the group let nobody add guests.`
            : `${email} is not a person of the sandbox.`,
          values: { person: email },
        })),
      );
    }
    const changed = {
      ...others,
      addMembers,
      ...(settings !== undefined && { settings: settingsOf({ kind: 'team', settings }) }),
    };
    if (!(await changesInSuite.change(tenantId, groupId, changed))) throw notFound('group');
    await recordInSuite(resource, 'changed', groupId, request.body);
  });

  server.delete(groupPath, declared.deleteSandboxGroup, async (request) => {
    const resource = resourceOf(request);
    const { tenantId, groupId } = resource;
    await change((changes) => requireSandbox(changes, tenantId));
    if (!(await changesInSuite.remove(tenantId, groupId))) throw notFound('group');
    await recordInSuite(resource, 'removed', groupId, {});
  });
}

async function requireSandbox({ stores }: Changes, tenantId: string): Promise<void> {
  const tenant = await stores.tenants.lock(tenantId);
  if (tenant === undefined) throw notFound('tenant');
  if (tenant.directory.kind === 'sandbox') return;
  throw new DomainError(
    'in_use',
    'This tenant is connected to a real suite. Manage its people and groups there.',
  );
}

async function requireEtag(
  { stores }: Changes,
  tenantId: string,
  personId: string,
  ifMatch: IfMatch,
): Promise<void> {
  const person = await stores.sandboxPeople.lock(tenantId, personId);
  if (person === undefined) throw notFound('person');
  if (ifMatch.includes(etagOf(person))) return;
  throw new DomainError(
    'version_conflict',
    `Someone else changed ${person.displayName} in the meantime. Read the entry again, then repeat your change.`,
  );
}

function etagOf(person: SandboxPerson): string {
  const { email, displayName, kind, enabled, managerEmail, language, leavesOn } = person;
  return contentEtag([email, displayName, kind, enabled, managerEmail, language, leavesOn]);
}

function answerOf(person: SandboxPerson) {
  return { ...person, etag: etagOf(person) };
}
