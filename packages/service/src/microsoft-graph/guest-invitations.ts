// Invites guests. Microsoft 365 answers a repeated invitation with the same account, and sends its mail again.
// https://learn.microsoft.com/graph/api/invitation-post
import type { Invitation as GraphInvitation } from '@microsoft/microsoft-graph-types';
import type { CallContext } from '../directory/call-context.ts';
import { DirectoryError } from '../directory/directory.ts';
import type { Invitation, NewGuest } from '../directory/people-life.ts';
import { personKey, wireAddress } from '../directory/person-reference.ts';
import { isMissingPermission } from './graph-failures.ts';
import type { GraphClient } from './graph-client.ts';
import type { GraphResponse } from './graph-response.ts';
import { invitePermission } from './permissions.ts';
import { replicationMs } from './replication-wait.ts';

/** The page that a guest sees after the invitation is accepted. */
const landingPage = 'https://myapplications.microsoft.com';
const existing = /already exists.*?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/is;

export function createInviteGuest(client: GraphClient) {
  /**
   * By address. Several groups may name a guest at once, whom searches do not find yet. An attempt whose answer was lost
   * counts for all of them: each then looks for the guest before it invites.
   */
  const recent = new Map<
    string,
    { readonly invited: Promise<Invitation>; readonly until: number }
  >();

  return async (guest: NewGuest, context: CallContext): Promise<Invitation> => {
    const key = personKey(guest.email);
    const now = client.clock.now();
    for (const [address, { until }] of recent) if (until <= now) recent.delete(address);
    const earlier = recent.get(key);
    if (earlier !== undefined) return earlier.invited;
    const invited = invite(guest, context);
    recent.set(key, { invited, until: now + replicationMs });
    const isKept = await invited.then(
      ({ state }) => state === 'invited',
      (error: unknown) => !(error instanceof DirectoryError && error.code === 'permission_missing'),
    );
    if (!isKept) recent.delete(key);
    return invited;
  };

  async function invite(
    { email, displayName, sponsorId }: NewGuest,
    context: CallContext,
  ): Promise<Invitation> {
    const answer = await client.call(
      {
        name: 'invitations.create',
        method: 'POST',
        path: '/invitations',
        body: {
          invitedUserEmailAddress: wireAddress(email),
          invitedUserDisplayName: displayName,
          inviteRedirectUrl: landingPage,
          sendInvitationMessage: true,
          ...(sponsorId !== undefined && { invitedUserSponsors: [{ id: sponsorId }] }),
        },
        accept: [400, 403],
      },
      context,
    );
    if (answer.status >= 300) return refusal(answer, email, client);
    const { invitedUser } = (answer.body ?? {}) as GraphInvitation;
    if (typeof invitedUser?.id === 'string') return { state: 'invited', personId: invitedUser.id };
    const detail = 'Microsoft 365 invited the person, and its answer does not name the account.';
    throw new DirectoryError('outcome_unknown', detail);
  }
}

function refusal(answer: GraphResponse, email: string, client: GraphClient): Invitation {
  if (answer.status === 403 && isMissingPermission(answer)) {
    throw client.denied('invite guests', invitePermission, answer);
  }
  const { code, message } = answer.error;
  const [, personId] = existing.exec(message) ?? [];
  if (personId !== undefined) return { state: 'invited', personId };
  const said = `Microsoft 365 says “${message || code}”.`;
  if (/\bdomain|cross-tenant access/i.test(message)) {
    const domain = email.slice(email.lastIndexOf('@') + 1);
    const detail = `The tenant invites nobody from ${domain}: ${said} An administrator can allow the domain in the external collaboration settings or the cross-tenant access settings of Microsoft Entra.`;
    return { state: 'refused', code: 'domain_refused', detail, isOfAll: false };
  }
  const isOfAll = answer.status === 403;
  const detail = isOfAll
    ? `The tenant invites no guests: ${said} An administrator can allow it in the external collaboration settings of Microsoft Entra.`
    : `${email} cannot be invited: ${said}`;
  return { state: 'refused', code: 'invitation_refused', detail, isOfAll };
}
