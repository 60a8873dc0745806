// The organisation, and the check of names before anything is created.
import { isAltered } from './altered-rules.ts';
import { badRequest, Refusal, type Answer } from './response.ts';
import { asObject } from './bodies.ts';
import { isAddressOfPerson } from './conflicts.ts';
import { namingFaults } from './naming-policy.ts';
import { groupReaders, userReaders, type Call, type Route } from './route.ts';

const parameters = new Set(['entityType', 'displayName', 'mailNickname', 'onBehalfOfUserId']);

function validateProperties(call: Call): Answer {
  const body = asObject(call.body);
  const unknown = Object.keys(body).find((name) => !parameters.has(name));
  if (unknown !== undefined) {
    throw badRequest('unknown_property', `The parameter '${unknown}' is unknown.`);
  }
  if (body['entityType'] !== 'Group') {
    throw badRequest('missing_property', "'entityType' must be 'Group'.");
  }
  const text = (name: string) => {
    const value = body[name];
    return typeof value === 'string' ? value : undefined;
  };
  const names = { displayName: text('displayName'), mailNickname: text('mailNickname') };
  const details = namingFaults(call.tenant.namingPolicy, names);
  if (details.length > 0) {
    const message = 'The values provided contain one or more validation errors.';
    throw new Refusal(422, 'Request_UnprocessableEntity', message, { details });
  }
  const alias = names.mailNickname?.toLowerCase() ?? '';
  const isTaken = call.tenant.byNickname.has(alias) && !isAltered(call.tenant, 'alias_checked');
  if (isTaken || isAddressOfPerson(call.tenant, alias)) {
    const message = 'Another object with the same value for property mailNickname already exists.';
    throw new Refusal(422, 'Request_UnprocessableEntity', message, {
      details: [{ code: 'ObjectConflict', target: 'mailNickname', message }],
    });
  }
  return { status: 204 };
}

export const directoryRoutes: readonly Route[] = [
  {
    name: 'directoryObjects.validateProperties',
    method: 'POST',
    pattern: /^\/directoryObjects\/validateProperties$/,
    permissions: groupReaders,
    costs: { resourceUnits: 1 },
    handle: validateProperties,
  },
  {
    name: 'organization.read',
    method: 'GET',
    pattern: /^\/organization$/,
    permissions: [...userReaders, ...groupReaders, 'Organization.Read.All'],
    costs: { resourceUnits: 1 },
    handle: ({ tenant }) => ({
      status: 200,
      body: {
        value: [
          {
            id: tenant.tenantId,
            displayName: tenant.domain,
            verifiedDomains: [{ name: tenant.domain, isDefault: true }],
          },
        ],
      },
    }),
  },
];
