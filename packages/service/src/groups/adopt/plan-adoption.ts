// Predicts the result of an adoption, with the same checks as its acceptance, and changes nothing. People are looked up at
// this moment; a later adoption may find other ones.
import { foreignSource } from '../create/create-team.ts';
import type { Sender } from '../../ground/caller.ts';
import type { Clock } from '../../ground/clock.ts';
import { asDomainError } from '../../directory/find-people.ts';
import { DomainError, type FieldError, validationFailed } from '../../ground/errors.ts';
import type { Rest } from '../../ground/turns.ts';
import type { StepName } from '../../engine/creation.ts';
import { examineAdopted, type PeopleValidation } from '../../engine/resolve-people.step.ts';
import { newAdoptionLedger } from '../../engine/steps.ts';
import { type AdoptionRules, checkAdoption, type CheckedAdoption } from './check-adoption.ts';
import { heldBy } from './brake.ts';
import type { ReceivedAdoption } from './receive-adoption.ts';

export interface AdoptionPlan extends Pick<
  CheckedAdoption,
  'organisation' | 'template' | 'group' | 'names' | 'graceUntil' | 'policy'
> {
  readonly outcome: 'succeeded' | 'failed' | 'refused';
  readonly error: DomainError | undefined;
  readonly faults: readonly FieldError[];
  /** Ids of the owners, before and after; undefined while the group or its people are at fault. */
  readonly owners:
    | { readonly before: readonly string[]; readonly after: readonly string[] }
    | undefined;
  /** Null: nobody. */
  readonly responsible: string | null;
  readonly people: PeopleValidation['people'];
  readonly steps: readonly StepName[];
  /** How many groups its template still adopts for now; undefined: no template was found. */
  readonly room: number | undefined;
}

export interface AdoptionPlanSubmission {
  readonly caller: Pick<Sender, 'tenantId' | 'within' | 'source'>;
  readonly received: ReceivedAdoption;
  readonly maxFaults: number;
  readonly signal: AbortSignal;
}

export type PlanAdoption = ReturnType<typeof createPlanAdoption>;

export function createPlanAdoption(
  deps: AdoptionRules & {
    readonly clock: Clock;
    readonly newId: () => string;
    readonly rest: Rest;
    readonly deadline: () => AbortSignal;
    /** Throws where the tenant has to wait. */
    readonly checkAdmission: (tenantId: string) => void;
  },
) {
  const { directoryOf, clock, newId, rest, deadline, checkAdmission, readBrake } = deps;

  return async function planAdoption(submission: AdoptionPlanSubmission): Promise<AdoptionPlan> {
    const { caller, received, maxFaults, signal } = submission;
    const { tenantId, within } = caller;
    const call = { signal: AbortSignal.any([signal, deadline()]), teamId: newId(), rest };
    const asked = { tenantId, within, received, maxFaults, call, now: clock.now() };
    const checked = await checkAdoption(deps, asked);
    const { organisation, template, group, names, graceUntil, people, policy } = checked;
    const found = { organisation, template, group, names, graceUntil, policy };
    const directory = directoryOf(tenantId);
    const looked = await lookUp();
    const room = template && (await readBrake(template, checked.perDay));
    const refusal =
      foreignSource(caller, received.valid.externalIds) ??
      (checked.faults.length > 0
        ? validationFailed(checked.faults, checked.unlisted)
        : (waitOf() ?? (room?.left === 0 ? heldBy(room.by, checked.perDay) : undefined)));
    const known = new Set(checked.faults.map(({ pointer, code }) => `${pointer} ${code}`));
    const { failure } = looked?.examined ?? {};
    const others = (failure?.faults ?? []).filter(
      ({ pointer, code }) => !known.has(`${pointer} ${code}`),
    );
    const failed =
      failure &&
      new DomainError(failure.code, failure.message, {
        faults: failure.faults.slice(0, maxFaults),
      });
    return {
      ...found,
      outcome: refusal !== undefined ? 'refused' : failed !== undefined ? 'failed' : 'succeeded',
      error: refusal ?? failed,
      faults: [...checked.faults, ...others].slice(0, maxFaults),
      owners: looked?.owners,
      responsible: people?.responsible ?? null,
      people: looked?.examined.people ?? [],
      steps: refusal === undefined ? stepsOf(checked) : [],
      room: room?.left,
    };

    async function lookUp() {
      if (people === undefined || policy === undefined) return undefined;
      try {
        const examined = await examineAdopted({ people, policy }, directory, call);
        if (group === undefined) return { examined, owners: undefined };
        const { ownerIds: before } = await directory.readPeople(group.groupId, call);
        const after = [...new Set([...before, ...examined.resolved.ownerIds])];
        return { examined, owners: { before, after } };
      } catch (error) {
        throw asDomainError(error);
      }
    }

    /** The refusal of a tenant whose creations have to wait. */
    function waitOf(): DomainError | undefined {
      try {
        checkAdmission(tenantId);
      } catch (error) {
        if (error instanceof DomainError) return error;
        throw error;
      }
      return undefined;
    }
  };
}

function stepsOf({ group, names, graceUntil, policy }: CheckedAdoption): StepName[] {
  if (group === undefined || names === undefined || policy === undefined) return [];
  const { displayName } = names.names;
  const adopted = {
    groupId: group.groupId,
    ...(displayName !== group.displayName && { displayName }),
    graceUntil: graceUntil.toISOString(),
  };
  const ledger = newAdoptionLedger(adopted, policy);
  return ledger.map(({ name }) => name);
}
