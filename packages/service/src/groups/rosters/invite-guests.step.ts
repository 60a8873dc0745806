// Invites the guests of a group's rosters whom the directory does not know, one after the other, before the people of the
// rosters are added. Each is invited once: an attempt without a known outcome is followed by a look for the guest, until
// the directory would show one. A refusal concerns the guest and never the operation.
import { personKey } from '../../directory/person-reference.ts';
import { type Directory, DirectoryError } from '../../directory/directory.ts';
import type { InvitationProgress } from '../../engine/creation.ts';
import { answeringIds } from '../../engine/recorded-people.ts';
import { lookUpPeople } from '../../engine/resolve-people.step.ts';
import type { StepCall, StepResult } from '../../engine/step.ts';
import { counted } from '../../ground/counted.ts';
import { invitationFaults } from '../../settings/organisations/guests-policy.ts';
import type { Operation } from '../change/operation.ts';
import type { OperationStep } from '../change/operation-step.ts';
import type { RosterEntry } from './roster.ts';

/** An operation invites no more guests; the others wait for the next day. */
const maxInvitations = 500;
const lookAgainMs = 30_000;

export const inviteGuests: OperationStep = {
  name: 'invite_guests',
  writes: true,
  isNeeded: ({ roster }) => roster !== undefined,
  isSatisfied: (operation) =>
    (operation.facts.invitations?.missing ?? wanted(operation)).length === 0,
  intent({ facts }, now) {
    const { invitations, inviting } = facts;
    const [key] = invitations?.missing ?? [];
    if (inviting !== undefined) return { inviting: { ...inviting, isRepeated: true } };
    return key === undefined ? {} : { inviting: { key, since: now } };
  },
  run(operation, directory, call) {
    const { invitations } = operation.facts;
    return invitations === undefined
      ? findMissing(operation, directory, call)
      : inviteNext(operation, invitations, directory, call);
  },
};

/** Whether the entry asks for an invitation, if the directory does not know the person. */
export function isToBeInvited(
  { guest, personId, until, leftVersion }: RosterEntry,
  now: number,
): boolean {
  const isOver = until !== null && Date.parse(until) <= now;
  return guest !== null && personId === null && leftVersion === null && !isOver;
}

function wanted({ change, rosters, group }: Operation): readonly RosterEntry[] {
  const { roster } = change;
  if (rosters === undefined || roster?.refusesGuests === true) return [];
  if (rosters.version !== roster?.version) return [];
  const now = new Date(rosters.now);
  const entries = rosters.entries.filter(
    (entry) =>
      isToBeInvited(entry, now.getTime()) &&
      invitationFaults(entry, group.policy, now).length === 0,
  );
  return [...new Map(entries.map((entry) => [entry.key, entry])).values()];
}

async function findMissing(
  operation: Operation,
  directory: Directory,
  call: StepCall,
): Promise<StepResult> {
  const entries = wanted(operation);
  const references = entries.map(({ key, person }) => ({ key, reference: person }));
  const found = await lookUpPeople(references, directory, { ...call, isBackground: true });
  const missing = entries
    .flatMap(({ key }) => (found.get(key) === undefined ? [key] : []))
    .slice(0, maxInvitations);
  const kind = missing.length > 0 ? 'more' : 'done';
  return { kind, facts: { invitations: { missing, done: {} } } };
}

async function inviteNext(
  operation: Operation,
  progress: InvitationProgress,
  directory: Directory,
  call: StepCall,
): Promise<StepResult> {
  const [key = '', ...missing] = progress.missing;
  const { rosters, facts, group } = operation;
  const entry = rosters?.entries.find((one) => one.key === key && one.guest !== null);
  // The roster was sent again meanwhile, without the guest.
  if (entry === undefined) return after({ ...progress, missing });
  const sentAgoMs = sinceLastAttempt(operation, entry, call.now);
  if (sentAgoMs !== undefined) {
    const [found] = await directory.resolvePeople([entry.person], call);
    if (found?.person !== undefined) {
      const outcome = { personId: personKey(found.person.id), at: call.now - sentAgoMs };
      return after({ ...progress, missing, done: { ...progress.done, [key]: outcome } });
    }
    const leftMs = directory.limits.replicationMs - sentAgoMs;
    if (leftMs > 0) {
      return {
        kind: 'wait',
        afterMs: Math.min(lookAgainMs, leftMs),
        facts: { inviting: facts.inviting ?? { key, since: call.now - sentAgoMs } },
        detail: `It is not known yet whether ${entry.person} was invited.`,
      };
    }
  }
  const { people, resolvedPeople } = group;
  const sponsorId = resolvedPeople && answeringIds(people, resolvedPeople).responsibleId;
  const guest = { email: entry.person, displayName: entry.guest ?? '', sponsorId };
  try {
    const invitation = await directory.inviteGuest(guest, call);
    if (invitation.state === 'invited') {
      const outcome = { personId: personKey(invitation.personId), at: call.now };
      return after({ ...progress, missing, done: { ...progress.done, [key]: outcome } });
    }
    const { code, detail, isOfAll } = invitation;
    if (isOfAll) return after({ ...progress, missing: [], refusal: { code, detail } });
    return after({ ...progress, missing, done: { ...progress.done, [key]: { code, detail } } });
  } catch (error) {
    if (!(error instanceof DirectoryError) || error.code !== 'permission_missing') throw error;
    const refusal = { code: 'invitation_permission_missing', detail: error.message };
    return after({ ...progress, missing: [], refusal });
  }
}

/** Undefined: nobody can have invited the guest. */
function sinceLastAttempt(
  { rosters, facts }: Operation,
  { key, invitedAt }: RosterEntry,
  now: number,
): number | undefined {
  const { inviting } = facts;
  if (inviting?.key === key && inviting.isRepeated === true) return now - inviting.since;
  return invitedAt === null || rosters === undefined
    ? undefined
    : Date.parse(rosters.now) - Date.parse(invitedAt);
}

function after(invitations: InvitationProgress): StepResult {
  const sent = Object.values(invitations.done).filter((one) => 'personId' in one).length;
  return {
    kind: invitations.missing.length > 0 ? 'more' : 'done',
    facts: { invitations, inviting: undefined },
    ...(sent > 0 && { detail: `Invited ${counted(sent, 'guest')}.` }),
  };
}
