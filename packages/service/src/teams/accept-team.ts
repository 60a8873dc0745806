// Accepts a request for a group: checks it, gives it its teamId and commits it, with the alias and the
// Idempotency-Key, before the caller gets an answer. An accepted request is never lost.
import { hash } from 'node:crypto';

import type { Caller } from '../access-tokens/access-token.ts';
import type { Clock } from '../foundation/clock.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { DomainError, type ShapeFaults } from '../foundation/errors.ts';
import type { CreationStatus } from '../provisioning/creation.ts';
import {
  type CheckedRequest,
  type TeamRequest,
  checkRequest,
  withoutEmptyTexts,
} from './check-request.ts';
import { aliasKey } from '../organisations/mail-nickname.ts';

/** The committed data of a request. */
export interface Acceptance extends CheckedRequest {
  readonly tenantId: string;
  readonly teamId: string;
  readonly apiKeyId: string;
  readonly aliasKey: string;
  readonly createdAt: Date;
  readonly requestId: string;
  /** The address that the request came from. */
  readonly address: string;
  /** SHA-256 of the request's content, base64url; set with the key. */
  readonly idempotency: { readonly key: string; readonly requestHash: string } | undefined;
}

export type AcceptanceResult =
  | { readonly kind: 'accepted' }
  /** The Idempotency-Key was used before, for the request with this hash. */
  | ({ readonly kind: 'replayed' } & Remembered)
  | { readonly kind: 'alias_taken' };

export interface Remembered {
  readonly teamId: string;
  readonly requestHash: string;
  readonly status: CreationStatus;
}

export interface IdempotencyStore {
  /** The creation that the key was used for first. */
  find(tenantId: string, apiKeyId: string, key: string): Promise<Remembered | undefined>;
}

export interface AcceptanceStore {
  accept(acceptance: Acceptance): Promise<AcceptanceResult>;
}

export interface AcceptedTeam {
  readonly teamId: string;
  readonly status: CreationStatus;
}

export interface TeamSubmission {
  readonly caller: Caller;
  readonly request: TeamRequest;
  readonly shape: ShapeFaults;
  /** Faults that are listed at most. */
  readonly maxFaults: number;
  readonly idempotencyKey: string | undefined;
  readonly requestId: string;
  readonly address: string;
}

export type AcceptTeam = (submission: TeamSubmission) => Promise<AcceptedTeam>;

/** @param deps.onAccepted called after the commit, to wake the tenant's lane */
export function createAcceptTeam(deps: {
  configuration: Configuration;
  store: AcceptanceStore;
  idempotencyKeys: IdempotencyStore;
  clock: Clock;
  newId: () => string;
  onAccepted: (tenantId: string) => void;
}): AcceptTeam {
  const { configuration, store, idempotencyKeys, clock, newId, onAccepted } = deps;

  /** An accepted request stays accepted, even if its template or the month has changed since. */
  async function orReplay(
    { caller, request, shape, idempotencyKey }: TeamSubmission,
    refusal: unknown,
  ): Promise<AcceptedTeam> {
    if (idempotencyKey === undefined || shape.listed.length > 0) throw refusal;
    const found = await idempotencyKeys.find(caller.tenantId, caller.apiKeyId, idempotencyKey);
    if (found === undefined) throw refusal;
    return replay(found, hashRequest(request));
  }

  return async (sent) => {
    const submission = { ...sent, request: withoutEmptyTexts(sent.request, sent.shape) };
    const { caller, request, shape, maxFaults, idempotencyKey, requestId, address } = submission;
    const { tenantId, apiKeyId } = caller;
    const now = clock.now();
    let checked: CheckedRequest;
    try {
      checked = checkRequest({ configuration, tenantId, request, shape, maxFaults, now });
    } catch (error) {
      return orReplay(submission, error);
    }
    const acceptance: Acceptance = {
      ...checked,
      tenantId,
      teamId: newId(),
      apiKeyId,
      aliasKey: aliasKey(checked.mailNickname),
      createdAt: new Date(now),
      requestId,
      address,
      idempotency:
        idempotencyKey === undefined
          ? undefined
          : { key: idempotencyKey, requestHash: hashRequest(request) },
    };
    const result = await store.accept(acceptance);
    switch (result.kind) {
      case 'accepted':
        onAccepted(tenantId);
        return { teamId: acceptance.teamId, status: 'accepted' };
      case 'replayed':
        return replay(result, acceptance.idempotency?.requestHash);
      case 'alias_taken':
        throw aliasTaken(checked.mailNickname);
      default:
        throw new TypeError(`Unknown result: ${String(result satisfies never)}`);
    }
  };
}

export function aliasTaken(mailNickname: string): DomainError {
  return new DomainError(
    'mail_nickname_taken',
    `The mailNickName ${mailNickname} is taken by another group of this tenant. Choose another one.`,
    {
      faults: [
        {
          pointer: '/mailNickName',
          code: 'mail_nickname_taken',
          detail: 'Another group of this tenant has this mailNickName.',
        },
      ],
    },
  );
}

function replay({ teamId, requestHash, status }: Remembered, asked: string | undefined) {
  if (requestHash !== asked) throw keyReused();
  return { teamId, status };
}

function keyReused(): DomainError {
  return new DomainError(
    'idempotency_key_reused',
    'This Idempotency-Key was already used for another request. Use a new key for a new request.',
  );
}

/** Of the content, so that neither the order of the members nor white space matters. */
function hashRequest(request: TeamRequest): string {
  const { displayName, description, mailNickName, responsible, deputy, owners, members } = request;
  const { organisationIdOrIdentifier, templateIdOrIdentifier } = request;
  return hash(
    'sha256',
    JSON.stringify([
      displayName,
      description ?? null,
      mailNickName,
      responsible,
      deputy ?? null,
      organisationIdOrIdentifier,
      templateIdOrIdentifier,
      owners,
      members,
    ]),
    'base64url',
  );
}
