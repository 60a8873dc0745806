// Creates a team: checks the request, gives it its teamId and commits it, with the alias and the Idempotency-Key,
// before the caller gets an answer. An accepted request is never lost.
import {
  type GroupLimit,
  isWithin,
  type OtherGroup,
  shownGroup,
} from '../../ground/group-limit.ts';
import { requireSource, type Sender } from '../../ground/caller.ts';
import type { Actor, Cause } from '../../audit/activity.ts';
import type { Clock } from '../../ground/clock.ts';
import type { Configuration } from '../../settings/configuration/configuration.ts';
import { momentOf } from '../../ground/moment.ts';
import {
  type ExternalKey,
  externalIdsFaults,
  sourceOf,
  storedIds,
} from '../../ground/schema/external-key.schema.ts';
import { DomainError, type FieldError, validationFailed } from '../../ground/errors.ts';
import {
  type KeyId,
  keyIdOf,
  keyReused,
  type RequestKey,
  requestHashOf,
} from '../../ground/idempotency-key.ts';
import type {
  CreationStatus,
  LedgerEntry,
  NewGroup,
  NumberSequence,
} from '../../engine/creation.ts';
import { aliasKey } from '../../settings/naming/mail-nickname.ts';
import {
  counterMark,
  counterPlaceholder,
  type CounterDeclaration,
} from '../../settings/naming/naming.ts';
import type { Organisation } from '../../settings/organisations/organisation.ts';
import type { Template } from '../../settings/organisations/template.ts';
import {
  type CheckedRequest,
  checkRequest,
  requestedPeople,
  validateRequest,
} from './check-request.ts';
import { type ReceivedRequest, validMembersOf } from './receive-request.ts';
import type { TeamRequest } from '../read/teams.schema.ts';
import { foldedGroup } from '../../ground/folded-text.ts';

export interface Idempotency {
  readonly holderId: string;
  readonly keyHash: string;
  readonly requestHash: string;
}

/** The committed data of a request. */
export type Acceptance = NewGroup & {
  /** The ledger of an adoption, whose steps and group the request decides. */
  readonly begun?: Pick<LedgerEntry, 'steps' | 'facts'> & {
    /** Adoptions of the template that are accepted in 24 hours. */
    readonly perDay: number;
    /** The rule that asks for it. */
    readonly cause?: Cause;
  };
} & (Idempotency | { readonly [Name in keyof Idempotency]?: never });

export type AcceptanceResult =
  | { readonly kind: 'accepted' }
  /** The Idempotency-Key was used before, for the same request. */
  | ({ readonly kind: 'replayed' } & AcceptedTeam)
  /** The Idempotency-Key was used before, for another request; the status of its creation, if it was one. */
  | { readonly kind: 'key_reused'; readonly status: CreationStatus | null }
  | { readonly kind: 'alias_taken' }
  /** Another group has the external id. */
  | { readonly kind: 'external_id_held' }
  /** The brake of adoptions holds. */
  | { readonly kind: 'held'; readonly by: AdoptionBrake };

/** The template's adoptions of a day are used up, or too many of the last hour failed. */
export type AdoptionBrake = 'per_day' | 'failures';

export interface AcceptanceStore {
  accept(acceptance: Acceptance): Promise<AcceptanceResult>;
  /** The creation that the Idempotency-Key was used for first. */
  findKeyed(key: KeyId): Promise<
    | (AcceptedTeam & {
        readonly requestHash: string;
        readonly organisationId: string;
        readonly templateId: string;
      })
    | undefined
  >;
}

/** Numbers of a counter whose alias a group of another kind may hold before the request is refused. */
export const maxTakenNumbers = 20;

export interface AcceptedTeam {
  readonly teamId: string;
  readonly status: CreationStatus;
}

export interface TeamSubmission {
  readonly sender: Sender;
  readonly received: ReceivedRequest;
  /** Faults that are listed at most. */
  readonly maxFaults: number;
  readonly key: RequestKey | undefined;
  /** The id that the caller's own system has for the group. */
  readonly external?: ExternalKey | undefined;
}

export type CreateTeam = ReturnType<typeof createTeamCreation>;

/**
 * @param deps.checkAdmission throws where the tenant has to wait; a request that was accepted before is answered anyway
 * @param deps.onAccepted called after the commit, to wake the tenant's lane
 */
export function createTeamCreation(deps: {
  configuration: Configuration;
  store: AcceptanceStore;
  clock: Clock;
  newId: () => string;
  checkAdmission: (tenantId: string) => void;
  onAccepted: (tenantId: string) => void;
  aliases: AliasHolders;
  idHolders: IdHolders;
}) {
  const { configuration, store, clock, newId, checkAdmission, onAccepted, aliases } = deps;
  const { idHolders } = deps;

  return async function createTeam(submission: TeamSubmission): Promise<AcceptedTeam> {
    const { sender, received, maxFaults, key, external } = submission;
    const { externalIds } = validMembersOf(received);
    requireSources(sender, externalIds);
    const { tenantId, actor, within } = sender;
    const now = clock.now();
    let checked: CheckedRequest;
    try {
      checked = checkRequest({
        configuration,
        tenantId,
        within,
        received,
        maxFaults,
        now,
      });
      checkAdmission(tenantId);
    } catch (error) {
      return replayOrThrow(submission, error);
    }
    const group = newGroup(checked, {
      tenantId,
      teamId: newId(),
      createdAt: new Date(now),
      createdBy: creatorOf(actor),
      actor,
      ...(external && { externalIds: [external] }),
    });
    const result = await store.accept({
      ...group,
      ...(key && { ...keyIdOf(key), requestHash: hashOf(checked.request) }),
    });
    switch (result.kind) {
      case 'accepted':
        onAccepted(tenantId);
        return { teamId: group.teamId, status: 'accepted' };
      case 'replayed':
        key?.onReplay();
        return { teamId: result.teamId, status: result.status };
      case 'key_reused':
        throw keyReused(isInVain(result.status));
      case 'held':
        throw new TypeError('Only adoptions have a brake.');
      case 'external_id_held':
        throw validationFailed(
          external === undefined
            ? await takenIds(idHolders, tenantId, within, externalIds)
            : [idTaken(external, '/externalId', within, await idHolders.find(tenantId, external))],
        );
      case 'alias_taken':
        throw group.mailNickname.includes(counterMark)
          ? numbersTaken(group.mailNickname)
          : aliasTaken(group.mailNickname, within, await holderOf(aliases, group));
      default:
        throw new TypeError(`Unknown result: ${String(result satisfies never)}`);
    }
  };

  /** An accepted request stays accepted, even if its template or the month has changed since. */
  async function replayOrThrow(
    { sender, received, key }: TeamSubmission,
    refusal: unknown,
  ): Promise<AcceptedTeam> {
    if (key === undefined || !received.conforms) throw refusal;
    const found = await store.findKeyed(keyIdOf(key));
    if (found === undefined || !isWithin(sender.within, found)) throw refusal;
    if (found.requestHash !== hashOf(received.request)) throw keyReused(isInVain(found.status));
    key.onReplay();
    return { teamId: found.teamId, status: found.status };
  }
}

const isInVain = (status: CreationStatus | null) => status === 'failed' || status === 'cancelled';

/** The id of an API key; of others, their kind and id. */
export function creatorOf({ kind, id }: Actor): string {
  return kind === 'api_key' ? id : `${kind}:${id}`;
}

/** The group of a request that may be accepted. */
export function newGroup(
  { request, organisation, template, names, counter, properties }: CheckedRequest,
  origin: Pick<
    NewGroup,
    'tenantId' | 'teamId' | 'createdAt' | 'createdBy' | 'retryOf' | 'externalIds'
  > & {
    readonly actor: Actor;
  },
): NewGroup {
  const { actor, ...rest } = origin;
  const externalIds = storedIds(request.externalIds);
  return {
    ...(externalIds && { externalIds }),
    ...rest,
    organisationId: organisation.organisationId,
    templateId: template.templateId,
    templateVersion: template.version,
    displayName: names.displayName,
    ...foldedGroup({ ...names, description: request.description, properties }),
    description: request.description,
    mailNickname: names.mailNickName,
    aliasKey: aliasKey(names.mailNickName),
    people: requestedPeople(request),
    properties,
    ...(request.expiresAt != null && { requestedExpiry: momentOf(request.expiresAt) }),
    requestedBy: request.requestedBy || null,
    reason: request.reason || null,
    policy: template.policy,
    requestId: actor.requestId ?? '',
    actorKind: actor.kind,
    actorId: actor.id,
    address: actor.address,
    ...(counter && { counter: numberSequence(counter, organisation, template, rest.createdAt) }),
  };
}

/** The key of the alias that a request gets; undefined where it gets none, or one with a number. */
export function createClaimedAlias(deps: { configuration: Configuration; clock: Clock }) {
  const { configuration, clock } = deps;
  return (
    caller: Pick<Sender, 'tenantId' | 'within'>,
    received: ReceivedRequest,
  ): string | undefined => {
    const { mailNickName: sent } = validMembersOf(received);
    if (sent !== undefined) return aliasKey(sent);
    const { tenantId, within } = caller;
    const now = clock.now();
    const request = { tenantId, within, received, maxFaults: 1, now };
    const { names, counter } = validateRequest({ configuration, ...request });
    const { mailNickName } = names;
    return counter === undefined && mailNickName !== undefined ? aliasKey(mailNickName) : undefined;
  };
}

/** The sequence from which the statement that accepts the group takes its number. */
export function numberSequence(
  { width, per, start }: CounterDeclaration,
  { organisationId }: Organisation,
  { templateId }: Template,
  at: Date,
): NumberSequence {
  const scopeId = per === 'organisation' ? organisationId : templateId;
  return { scopeId, year: per === 'year' ? at.getUTCFullYear() : 0, start, width };
}

/** The groups that hold external ids. */
export interface IdHolders {
  find(tenantId: string, key: ExternalKey): Promise<OtherGroup | undefined>;
}

/**
 * The key of a source names ids of that source alone.
 * @throws DomainError `source_not_allowed`
 */
export function requireSources(
  sender: Pick<Sender, 'source'>,
  keys: readonly ExternalKey[] = [],
): void {
  if (externalIdsFaults(keys).length > 0) return;
  for (const { source } of keys) requireSource(sender, sourceOf(source));
}

/** The refusal of a plan, which is that of the request. */
export function foreignSource(
  ...asked: Parameters<typeof requireSources>
): DomainError | undefined {
  try {
    requireSources(...asked);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  return undefined;
}

/** The faults of ids that other groups have. */
export async function takenIds(
  idHolders: IdHolders,
  tenantId: string,
  within: GroupLimit,
  keys: readonly ExternalKey[] = [],
): Promise<FieldError[]> {
  if (externalIdsFaults(keys).length > 0) return [];
  const stored = storedIds(keys) ?? [];
  const holders = await Promise.all(stored.map((key) => idHolders.find(tenantId, key)));
  return stored.flatMap((key, index) => {
    const holder = holders[index];
    const pointer = `/externalIds/${index}/externalId`;
    return holder === undefined ? [] : [idTaken(key, pointer, within, holder)];
  });
}

/** @param within of the caller, who learns of the other group only if it may read that */
function idTaken(
  { externalId }: ExternalKey,
  pointer: string,
  within: GroupLimit,
  holder: OtherGroup | undefined,
): FieldError {
  const detail = `Another group has the external id ${externalId}. Release it first.`;
  const values = { name: externalId, ...shownGroup(within, holder) };
  return { pointer, code: 'external_id_taken', detail, values };
}

/** The groups that hold aliases. */
export interface AliasHolders {
  /** The keys are those of their aliases, as far as groups of the tenant hold them. */
  holders(tenantId: string, aliasKeys: readonly string[]): Promise<ReadonlyMap<string, OtherGroup>>;
}

/** The group that holds the alias of another; undefined: it has released it since. */
export async function holderOf(
  aliases: AliasHolders,
  { tenantId, aliasKey: key }: Pick<NewGroup, 'tenantId' | 'aliasKey'>,
): Promise<OtherGroup | undefined> {
  return (await aliases.holders(tenantId, [key])).get(key);
}

/** @param within of the caller, who learns of the other group only if it may read that */
export function aliasTaken(
  mailNickname: string,
  within: GroupLimit,
  holder: OtherGroup | undefined,
): DomainError {
  return new DomainError(
    'mail_nickname_taken',
    `The mailNickName ${mailNickname} is taken by another group of this tenant. Choose another one.`,
    {
      faults: [
        {
          pointer: '/mailNickName',
          code: 'mail_nickname_taken',
          detail: 'Another group of this tenant has this mailNickName.',
          values: { name: mailNickname, ...shownGroup(within, holder) },
        },
      ],
    },
  );
}

/** Groups hold the aliases of many numbers in a row. */
function numbersTaken(mailNickname: string): DomainError {
  const alias = mailNickname.replaceAll(counterMark, `{{${counterPlaceholder}}}`);
  const detail = `Other groups of this tenant have the aliases ${alias} of the next numbers. Send the request again, or let an administrator set a higher start of the counter.`;
  return new DomainError('mail_nickname_taken', detail, {
    faults: [
      { pointer: '/mailNickName', code: 'mail_nickname_taken', detail, values: { name: alias } },
    ],
  });
}

/** Absent members, those that are null or an empty text, and no properties mean the same. */
function hashOf({ properties = {}, expiresAt, ...request }: TeamRequest): string {
  const given = Object.entries(request).filter(([, value]) => value !== null && value !== '');
  const expiry = expiresAt == null ? null : momentOf(expiresAt).toISOString();
  return requestHashOf('creation', Object.fromEntries(given), properties, expiry);
}
