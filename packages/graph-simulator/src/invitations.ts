// Invitations of guests: the account is there at once, searches by address find it later, and a second invitation of an
// address is for the same account.
import { asObject } from './bodies.ts';
import { badRequest, Refusal, type Answer } from './response.ts';
import { lag } from './lag.ts';
import type { Call, Route } from './route.ts';
import { addUser } from './user-changes.ts';
import type { SimulatedUser, Tenant } from './tenant.ts';

const members = new Set([
  'invitedUserDisplayName',
  'invitedUserEmailAddress',
  'invitedUserMessageInfo',
  'invitedUserSponsors',
  'invitedUserType',
  'inviteRedirectUrl',
  'sendInvitationMessage',
]);
/** Characters that the documentation refuses in an address. */
const refusedCharacters = /[~!#$%^&*()+=[\]{}\\/|;:"<>?,]/;

function textOf(body: Readonly<Record<string, unknown>>, name: string): string {
  const value = body[name];
  if (typeof value === 'string' && value !== '') return value;
  throw badRequest('missing_property', `The property '${name}' is required.`);
}

function refuseDomain({ guests, domain: own }: Tenant, domain: string): void {
  const { invites, allowedDomains, blockedDomains = [] } = guests;
  if (invites === 'nobody') {
    throw new Refusal(
      403,
      'Forbidden',
      'Guest invitations not allowed for your company. Contact your company administrator for more details.',
    );
  }
  if (domain === own) {
    const message =
      "This user cannot be invited because the domain of the user's email address is a verified domain of this directory.";
    throw new Refusal(400, 'BadRequest', message);
  }
  if (blockedDomains.includes(domain) || allowedDomains?.includes(domain) === false) {
    const message = `This invitation is blocked: the domain ${domain} is not allowed by the external collaboration settings.`;
    throw new Refusal(400, 'BadRequest', message);
  }
}

function requireSponsors({ tenant }: Call, sponsors: unknown): readonly string[] {
  if (sponsors === undefined) return [];
  if (!Array.isArray(sponsors)) {
    throw badRequest('wrong_type', "The property 'invitedUserSponsors' must be a list.");
  }
  return sponsors.map((sponsor: unknown) => {
    const { id } = asObject(sponsor);
    const user = tenant.usersByName.get(String(id).toLowerCase());
    if (user === undefined) {
      throw new Refusal(400, 'BadRequest', `The sponsor ${String(id)} does not exist.`);
    }
    return user.id;
  });
}

function invite(call: Call): Answer {
  const { tenant, now, random } = call;
  const body = asObject(call.body);
  const extra = Object.keys(body).find((name) => !members.has(name));
  if (extra !== undefined) {
    throw badRequest('unknown_property', `The property '${extra}' is unknown.`);
  }
  const address = textOf(body, 'invitedUserEmailAddress');
  const redirectUrl = textOf(body, 'inviteRedirectUrl');
  const key = address.toLowerCase();
  const [name = '', domain = ''] = key.split('@');
  if (name === '' || domain === '' || refusedCharacters.test(address)) {
    throw new Refusal(400, 'BadRequest', `The address ${address} cannot be invited.`);
  }
  refuseDomain(tenant, domain);
  const sponsorIds = requireSponsors(call, body['invitedUserSponsors']);
  const isSent = body['sendInvitationMessage'] === true;
  const [present] = tenant.usersByAddress.get(key) ?? [];
  if (present?.userType === 'Member') {
    const message = `The invited user already exists in the directory as object ID: ${present.id}. They can use that account to sign in to shared apps and resources.`;
    throw new Refusal(400, 'BadRequest', message);
  }
  const guest: SimulatedUser = present ?? {
    id: random.guid(`guest ${tenant.tenantId} ${key}`),
    userPrincipalName: `${name}_${domain}#EXT#@${tenant.domain}`,
    mail: address,
    proxyAddresses: [`SMTP:${address}`],
    displayName:
      typeof body['invitedUserDisplayName'] === 'string' ? body['invitedUserDisplayName'] : name,
    accountEnabled: true,
    userType: 'Guest',
    licensed: false,
    externalUserState: 'PendingAcceptance',
    sponsorIds,
    foundFrom: now + lag(call, key, 'guests'),
  };
  if (present === undefined) addUser(tenant, guest, now);
  if (isSent) call.invite(key);
  const id = random.guid(`invitation ${tenant.tenantId} ${key}`);
  return {
    status: 201,
    body: {
      id,
      inviteRedeemUrl: `https://login.microsoftonline.com/redeem?rd=${id}`,
      inviteRedirectUrl: redirectUrl,
      invitedUserDisplayName: guest.displayName,
      invitedUserEmailAddress: address,
      invitedUserType: 'Guest',
      sendInvitationMessage: isSent,
      status: guest.externalUserState === 'Accepted' ? 'Completed' : 'PendingAcceptance',
      invitedUser: { id: guest.id },
    },
  };
}

export const invitationRoutes: readonly Route[] = [
  {
    name: 'invitations.create',
    method: 'POST',
    pattern: /^\/invitations$/,
    permissions: ['User.Invite.All', 'User.ReadWrite.All', 'Directory.ReadWrite.All'],
    costs: { directoryWrites: 1, resourceUnits: 1 },
    handle: invite,
  },
];
