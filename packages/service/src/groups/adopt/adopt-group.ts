// Adopts a group that others made: checks the request, and commits the record with its teamId before the caller gets an
// answer. A batch commits many of them together. Nothing is written to the directory here: the lane does that, step by step.
import { type Actor, type Cause, loggedCause } from '../../audit/activity.ts';
import type { CallContext } from '../../directory/call-context.ts';
import type { Clock } from '../../ground/clock.ts';
import { type FieldError, validationFailed } from '../../ground/errors.ts';
import { foldedGroup } from '../../ground/folded-text.ts';
import { type GroupLimit, isWithin, shownGroup } from '../../ground/group-limit.ts';
import { keyIdOf, keyReused, requestHashOf } from '../../ground/idempotency-key.ts';
import { momentOf } from '../../ground/moment.ts';
import { storedIds } from '../../ground/schema/external-key.schema.ts';
import { alreadyGoverned } from '../../engine/adoption-obstacles.ts';
import type { AdoptedGroup, NewGroup } from '../../engine/creation.ts';
import { newAdoptionLedger } from '../../engine/steps.ts';
import { aliasKey } from '../../settings/naming/mail-nickname.ts';
import type { ApprovalPolicy } from '../../settings/organisations/approval-policy.ts';
import type { TemplatePolicy } from '../../settings/organisations/template.ts';
import {
  type Acceptance,
  type AcceptanceResult,
  type AcceptanceStore,
  type AcceptedTeam,
  creatorOf,
  requireSources,
  takenIds,
  holderOf,
  type TeamSubmission,
} from '../create/create-team.ts';
import {
  aliasHeld,
  type AdoptionRules,
  checkAdoption,
  type CheckedAdoption,
} from './check-adoption.ts';
import { heldBy } from './brake.ts';
import type { ReceivedAdoption, ValidAdoption } from './receive-adoption.ts';

export interface AdoptionSubmission extends Omit<TeamSubmission, 'received' | 'sender'> {
  readonly sender: Pick<TeamSubmission['sender'], 'tenantId' | 'within' | 'source'> & {
    readonly actor: Actor;
  };
  /** The rule that asks for it; absent: a caller does. */
  readonly cause?: Cause;
  /** The people who agree before anything is written to the group; absent: nobody is asked. */
  readonly approval?: ApprovalPolicy;
  /** The batch that it belongs to. */
  readonly batchId?: string;
  readonly received: ReceivedAdoption;
  /** Ends the calls to the directory before their deadline. */
  readonly signal: AbortSignal;
}

/** A sound adoption, which has to be committed. */
export interface PreparedAdoption {
  readonly acceptance: Acceptance;
  /**
   * The answer, once the acceptance is committed or refused.
   * @throws DomainError
   */
  answerTo(result: AcceptanceResult): Promise<AcceptedTeam>;
}

/** @throws DomainError if the adoption is refused, or the directory cannot be asked */
export type PrepareAdoption = (
  submission: AdoptionSubmission,
  /** The group gets it. */
  teamId: string,
) => Promise<PreparedAdoption>;

interface PreparationDeps extends AdoptionRules {
  readonly clock: Clock;
  /** A signal that ends the calls to the directory in time. */
  readonly deadline: () => AbortSignal;
  readonly checkAdmission: (tenantId: string) => void;
}

export function createPrepareAdoption(deps: PreparationDeps): PrepareAdoption {
  const { clock, deadline, checkAdmission, aliases, governing } = deps;

  return async function prepareAdoption(submission, teamId) {
    const { sender, received, maxFaults, key, signal, approval, cause, batchId } = submission;
    const { tenantId, within, actor } = sender;
    const now = clock.now();
    const call: CallContext = { signal: AbortSignal.any([signal, deadline()]), teamId };
    const asked = { tenantId, within, received, maxFaults, call, now };
    const adopted = requireSound(await checkAdoption(deps, asked));
    checkAdmission(tenantId);
    const { perDay, ...record } = adopted;
    const group = {
      ...adopted.group,
      ...(approval && { approval }),
      ...(batchId !== undefined && { batchId }),
      ...loggedCause(cause),
    };
    const acceptance = {
      ...record,
      tenantId,
      teamId,
      createdAt: new Date(now),
      createdBy: creatorOf(actor),
      requestId: actor.requestId ?? '',
      actorKind: actor.kind,
      actorId: actor.id,
      address: actor.address,
      begun: {
        steps: newAdoptionLedger(group, record.policy),
        facts: { groupId: group.groupId, adoption: group },
        perDay,
      },
      ...(key && { ...keyIdOf(key), requestHash: hashOf(received.valid) }),
    };
    return {
      acceptance,
      async answerTo(result) {
        switch (result.kind) {
          case 'accepted':
            return { teamId, status: 'accepted' };
          case 'replayed':
            key?.onReplay();
            return { teamId: result.teamId, status: result.status };
          case 'key_reused':
            throw keyReused();
          case 'external_id_held':
            throw validationFailed(
              await takenIds(deps.idHolders, tenantId, within, received.valid.externalIds),
            );
          case 'held':
            throw heldBy(result.by, perDay);
          case 'alias_taken':
            throw validationFailed([await takenBy(tenantId, within, adopted)]);
          default:
            throw new TypeError(`Unknown result: ${String(result satisfies never)}`);
        }
      },
    };
  };

  /** Another request came first, for this group or for another one with its alias. */
  async function takenBy(
    tenantId: string,
    within: GroupLimit,
    { group: { groupId }, aliasKey: alias, mailNickname }: Adopted,
  ): Promise<FieldError> {
    const same = await governing(tenantId, { groupId, alias });
    if (same !== undefined) return alreadyGoverned(shownGroup(within, same));
    return aliasHeld(mailNickname, within, await holderOf(aliases, { tenantId, aliasKey: alias }));
  }
}

export type AdoptGroup = ReturnType<typeof createAdoptGroup>;

export function createAdoptGroup(
  deps: PreparationDeps & {
    readonly store: AcceptanceStore;
    readonly newId: () => string;
    readonly onAccepted: (tenantId: string) => void;
  },
) {
  const { store, newId, onAccepted } = deps;
  const prepareAdoption = createPrepareAdoption(deps);

  return async function adoptGroup(submission: AdoptionSubmission): Promise<AcceptedTeam> {
    const { sender, received } = submission;
    requireSources(sender, received.valid.externalIds);
    let prepared: PreparedAdoption;
    try {
      prepared = await prepareAdoption(submission, newId());
    } catch (error) {
      return replayOrThrow(submission, error);
    }
    const result = await store.accept(prepared.acceptance);
    if (result.kind === 'accepted') onAccepted(sender.tenantId);
    return prepared.answerTo(result);
  };

  /** An accepted request stays accepted: its group has a record since. */
  async function replayOrThrow(
    { sender, received, key }: AdoptionSubmission,
    refusal: unknown,
  ): Promise<AcceptedTeam> {
    if (key === undefined || received.shape.listed.length > 0) throw refusal;
    const found = await store.findKeyed(keyIdOf(key));
    if (found === undefined || !isWithin(sender.within, found)) throw refusal;
    if (found.requestHash !== hashOf(received.valid)) throw keyReused();
    key.onReplay();
    return { teamId: found.teamId, status: found.status };
  }
}

/** The record of the group, as far as the request decides it. */
type Adopted = Omit<
  NewGroup,
  | 'tenantId'
  | 'teamId'
  | 'createdAt'
  | 'createdBy'
  | 'requestId'
  | 'actorKind'
  | 'actorId'
  | 'policy'
> & {
  readonly group: AdoptedGroup;
  readonly perDay: number;
  readonly policy: TemplatePolicy;
};

/** @throws DomainError `validation_failed` with every fault */
function requireSound(checked: CheckedAdoption): Adopted {
  const { valid, faults, unlisted, organisation, template, group, names, people, policy } = checked;
  const isKnown =
    organisation !== undefined &&
    template !== undefined &&
    policy !== undefined &&
    group !== undefined &&
    names !== undefined &&
    people !== undefined;
  if (faults.length > 0 || !isKnown) throw validationFailed(faults, unlisted);
  const { displayName, mailNickName } = names.names;
  const { createdAt } = group.facts;
  const externalIds = storedIds(valid.externalIds);
  return {
    ...(externalIds && { externalIds }),
    organisationId: organisation.organisationId,
    templateId: template.templateId,
    templateVersion: template.version,
    displayName,
    ...foldedGroup({ displayName, description: group.description, properties: names.properties }),
    description: group.description,
    mailNickname: mailNickName,
    aliasKey: aliasKey(mailNickName),
    people,
    properties: names.properties,
    ...(valid.expiresAt != null && { requestedExpiry: momentOf(valid.expiresAt) }),
    policy,
    perDay: checked.perDay,
    group: {
      groupId: group.groupId,
      ...(displayName !== group.displayName && { displayName }),
      properties: names.properties,
      ...(createdAt !== undefined && { createdAt: createdAt.toISOString() }),
      graceUntil: checked.graceUntil.toISOString(),
    },
  };
}

/** Absent members and those that are null mean the same, except for a responsible person who is null: nobody. */
function hashOf({ groupId, properties = {}, expiresAt, ...others }: ValidAdoption): string {
  const given = Object.entries(others).filter(([name, value]) =>
    name === 'responsible' ? value !== '' : value != null,
  );
  const expiry = expiresAt == null ? null : momentOf(expiresAt).toISOString();
  const members = Object.fromEntries(given);
  return requestHashOf('adoption', groupId?.toLowerCase(), members, properties, expiry);
}
