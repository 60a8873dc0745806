// MemberErrors of a value that another object has already. Graph words them in several ways, and names the property
// in `error.details`, in its sentence, or not at all: each is drawn.
import { Refusal } from './response.ts';
import type { Call } from './route.ts';
import type { Tenant } from './tenant.ts';

const unnamed =
  'A conflicting object with one or more of the specified property values is present in the directory.';

const named = (property: string): string =>
  `Another object with the same value for property ${property} already exists.`;

/** Whether a mailbox has the alias in one of its addresses. */
export function isAddressOfPerson(tenant: Tenant, alias: string): boolean {
  return tenant.usersByAddress.has(`${alias}@${tenant.domain}`.toLowerCase());
}

/** Another group has the alias. */
export function nicknameConflict(call: Call, alias: string): Refusal {
  const status = call.random.fraction(`conflict ${alias}`) < 0.3 ? 409 : 400;
  return new Refusal(
    status,
    status === 409 ? 'Request_Conflict' : 'Request_BadRequest',
    named('mailNickname'),
  );
}

/** A mailbox has the alias. */
export function addressConflict(call: Call, alias: string): Refusal {
  const chosen = call.random.fraction(`address ${alias}`);
  if (chosen < 0.4) return new Refusal(400, 'Request_BadRequest', named('proxyAddresses'));
  if (chosen < 0.8) return new Refusal(409, 'Request_Conflict', unnamed);
  return new Refusal(409, 'Request_Conflict', unnamed, {
    details: [{ code: 'ConflictingObjects', target: 'proxyAddresses', message: unnamed }],
  });
}

/** Two creations under one `uniqueName` met. */
export function markerConflict(call: Call, uniqueName: string): Refusal {
  const isNamed = call.random.fraction(`marker ${uniqueName}`) < 0.5;
  return new Refusal(409, 'Request_Conflict', isNamed ? named('uniqueName') : unnamed);
}
