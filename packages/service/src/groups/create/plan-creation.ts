// Predicts the result of a request for a group, with the same checks as its creation, and changes nothing. People and
// alias are checked at this moment; a later creation may find other ones.
import type { Sender } from '../../ground/caller.ts';
import type { Clock } from '../../ground/clock.ts';
import type { Configuration } from '../../settings/configuration/configuration.ts';
import { DirectoryError, type Directory } from '../../directory/directory.ts';
import {
  DomainError,
  validationFailed,
  type FieldError,
  type ProblemCode,
} from '../../ground/errors.ts';
import type { GroupLimit } from '../../ground/group-limit.ts';
import type { BeginWork } from '../../ground/turns.ts';
import type { Organisation } from '../../settings/organisations/organisation.ts';
import type { StepName } from '../../engine/creation.ts';
import { refusedNameFaults, withRefusedNames } from '../../engine/refused-names.ts';
import { plan } from '../../engine/steps.ts';
import {
  examinePeople,
  guestsOf,
  type PeopleValidation,
} from '../../engine/resolve-people.step.ts';
import type { PlanApproval } from '../../messages/tasks/plan-approval.ts';
import type { AskedStage } from '../../messages/tasks/task.ts';
import { requiredApproval } from '../../settings/organisations/approval-policy.ts';
import type { Names } from '../../settings/naming/match-names.ts';
import type { Template, TemplatePolicy } from '../../settings/organisations/template.ts';
import { validateRequest, type ValidationDeps, type ValidationResult } from './check-request.ts';
import {
  foreignSource,
  type IdHolders,
  maxTakenNumbers,
  numberSequence,
  takenIds,
} from './create-team.ts';
import {
  aliasConflict,
  type AliasStore,
  type AliasValidation,
  type LookUp,
  validateAlias,
} from './plan-alias.ts';
import { type ReceivedRequest, type ValidMembers, validMembersOf } from './receive-request.ts';
import { aliasKey } from '../../settings/naming/mail-nickname.ts';
import { counterMark, counterPlaceholder, writeCounter } from '../../settings/naming/naming.ts';

export interface TeamPlan {
  /** The result of a creation: `refused` by its answer, or accepted and then `failed` or `succeeded`. */
  readonly outcome: 'succeeded' | 'failed' | 'refused';
  /** The error with which the creation would be refused or fail. */
  readonly error: DomainError | undefined;
  /** Every fault at once, up to `maxFaults`, whatever comes first in a creation. */
  readonly faults: readonly FieldError[];
  readonly organisation: Organisation | undefined;
  readonly template: Template | undefined;
  readonly properties: Readonly<Record<string, string>>;
  /** The names that the group would get; undefined while one of them is at fault. */
  readonly names: PlannedNames | undefined;
  /** Undefined when the alias itself is at fault. */
  readonly alias: PlannedAlias | undefined;
  readonly people: PeopleValidation['people'];
  /** The people whom its approval would ask; undefined: it needs none. */
  readonly approval: readonly AskedStage[] | undefined;
  /** The steps that would run; none when the creation would be refused. */
  readonly steps: readonly StepName[];
}

export interface PlannedNames extends Names {
  /** Whether the number in them is assigned at the creation only, so that it may be a later one. */
  readonly isProvisional: boolean;
}

export interface PlannedAlias {
  readonly mailNickName: string;
  readonly isFree: boolean;
  readonly alternatives: readonly Names[];
}

export interface PlanSubmission {
  readonly caller: Pick<Sender, 'tenantId' | 'within' | 'source'>;
  readonly received: ReceivedRequest;
  /** A template that is tried: it takes the place of the stored one with its id. */
  readonly tried?: Template;
  readonly maxFaults: number;
  /** Ends the calls to the directory before their deadline. */
  readonly signal: AbortSignal;
}

export type PlanTeam = ReturnType<typeof createPlanCreation>;

/** Without a template, people are only looked up. */
const noPolicy: TemplatePolicy = {
  kind: 'group',
  visibility: 'private',
  minimumOwners: 0,
  guestsAllowed: true,
  welcomeMail: false,
  defaultOwners: [],
  defaultMembers: [],
  channels: [],
};
const tooManyPeople: ReadonlySet<string> = new Set(['too_many_owners', 'too_many_members']);
const failureCodes: Partial<Record<DirectoryError['code'], ProblemCode>> = {
  permission_missing: 'directory_permission_missing',
  refused: 'directory_refused',
};

/** @param deps.deadline a signal that ends the calls to the directory in time */
export function createPlanCreation(deps: {
  configuration: Configuration;
  aliases: AliasStore;
  idHolders: IdHolders;
  directoryOf: (tenantId: string) => Directory;
  clock: Clock;
  newId: () => string;
  beginWork: BeginWork;
  deadline: () => AbortSignal;
  planApproval: PlanApproval;
  /** Throws where the tenant has to wait. */
  checkAdmission: (tenantId: string) => void;
}) {
  const { configuration, aliases, directoryOf, clock, newId, beginWork, deadline, planApproval } =
    deps;
  const { checkAdmission, idHolders } = deps;

  return async function planTeam(submission: PlanSubmission): Promise<TeamPlan> {
    const { caller, received, tried, maxFaults, signal } = submission;
    const { tenantId, within } = caller;
    const { externalIds } = validMembersOf(received);
    const foreign = foreignSource(caller, externalIds);
    const now = clock.now();
    const checked = await withNextNumber(
      validateRequest({
        configuration: tried === undefined ? configuration : withTemplate(configuration, tried),
        tenantId,
        within,
        received,
        maxFaults,
        now,
      }),
    );
    const taken = await takenIds(idHolders, tenantId, within, externalIds);
    const validation = { ...checked, faults: [...checked.faults, ...taken] };
    const lookUp: LookUp = {
      tenantId,
      aliases,
      directory: directoryOf(tenantId),
      call: { signal: AbortSignal.any([deadline(), signal]), teamId: newId(), rest: beginWork() },
      now,
    };
    const valid = validMembersOf(received);
    try {
      const people = await validatePeople(valid, validation, lookUp);
      const alias = await validateAlias(validation, lookUp);
      const plan = conclude(validation, people, alias, {
        maxFaults,
        within,
        wait: waitOf(tenantId),
      });
      if (foreign !== undefined) return { ...plan, outcome: 'refused', error: foreign, steps: [] };
      return people === undefined || plan.outcome !== 'succeeded'
        ? plan
        : await withApproval(plan, people);
    } catch (error) {
      if (!(error instanceof DirectoryError)) throw error;
      return planAfter(error, validation);
    }

    /** The refusal of a tenant whose creations have to wait. */
    function waitOf(waiting: string): DomainError | undefined {
      try {
        checkAdmission(waiting);
      } catch (error) {
        if (error instanceof DomainError) return error;
        throw error;
      }
      return undefined;
    }

    async function withApproval(plan: TeamPlan, people: PeopleValidation): Promise<TeamPlan> {
      const { organisation, template } = plan;
      if (organisation === undefined || template === undefined) return plan;
      const { ownerIds, memberIds } = people.resolved;
      const counted = { people: ownerIds.length + memberIds.length, guests: guestsOf(people) };
      const policy = requiredApproval(template.policy, counted);
      if (policy === undefined) return plan;
      const [responsibleId = null] = ownerIds;
      const requestedBy = validMembersOf(received).requestedBy || null;
      const named = { responsibleId, requestedBy };
      const asked = await planApproval({ tenantId, organisation, policy, ...named });
      return asked instanceof DomainError
        ? { ...plan, outcome: 'failed', error: asked }
        : { ...plan, approval: asked };
    }

    async function withNextNumber(result: ValidationResult): Promise<ValidationResult> {
      const { counter, organisation, template, names, properties } = result;
      if (counter === undefined || organisation === undefined || template === undefined) {
        return result;
      }
      const sequence = numberSequence(counter, organisation, template, new Date(now));
      const first = await aliases.nextNumber(tenantId, sequence);
      const numbers = Array.from({ length: maxTakenNumbers }, (_, n) => first + n);
      const aliasWith = (number: number) =>
        aliasKey((names.mailNickName ?? '').replaceAll(counterMark, writeCounter(number, counter)));
      // A creation skips the numbers whose alias another group has.
      const held = await aliases.holders(tenantId, numbers.map(aliasWith));
      const number = numbers.find((one) => !held.has(aliasWith(one))) ?? first;
      const digits = writeCounter(number, counter);
      const numbered = Object.fromEntries(
        Object.entries(names).map(([field, name]) => [field, name.replaceAll(counterMark, digits)]),
      );
      const withNumber = { ...properties, [counterPlaceholder]: digits };
      return { ...result, names: numbered, properties: withNumber };
    }
  };
}

/** The configuration as if the template were stored. */
function withTemplate(
  configuration: ValidationDeps['configuration'],
  tried: Template,
): ValidationDeps['configuration'] {
  return {
    tenant: configuration.tenant,
    organisations: configuration.organisations,
    organisation(tenantId, idOrIdentifier) {
      const found = configuration.organisation(tenantId, idOrIdentifier);
      if (found?.organisationId !== tried.organisationId) return found;
      const others = found.templates.filter(({ templateId }) => templateId !== tried.templateId);
      return { ...found, templates: [tried, ...others] };
    },
  };
}

async function validatePeople(
  { responsible, deputy, owners, members }: ValidMembers,
  { faults, template }: ValidationResult,
  { directory, call }: LookUp,
): Promise<PeopleValidation | undefined> {
  if (responsible === undefined || deputy === undefined) return undefined;
  if (owners === undefined || members === undefined) return undefined;
  // Nothing bounds how many people would have to be looked up.
  if (faults.some(({ code }) => tooManyPeople.has(code))) return undefined;
  const people = { responsible, deputy, owners, members };
  return await examinePeople({ people, policy: template?.policy ?? noPolicy }, directory, call);
}

/** The obstacles are in the order in which a creation would meet them. */
function conclude(
  validation: ValidationResult,
  people: PeopleValidation | undefined,
  alias: AliasValidation | undefined,
  {
    maxFaults,
    within,
    wait,
  }: {
    readonly maxFaults: number;
    readonly within: GroupLimit;
    readonly wait: DomainError | undefined;
  },
): TeamPlan {
  const { organisation, template, properties } = validation;
  const conflict = alias && aliasConflict(alias, within);
  const refusal =
    validation.faults.length > 0
      ? validationFailed(validation.faults, validation.unlisted)
      : (wait ?? (conflict?.code === 'mail_nickname_taken' ? conflict : undefined));
  const failure =
    withRefusedNames(people?.failure, alias?.refused ?? []) ??
    (conflict?.code === 'directory_alias_taken' ? conflict : undefined);
  const aliasFaults = [...(conflict?.faults ?? []), ...refusedNameFaults(alias?.refused ?? [])];
  // A missing or refused person is listed once, even if both checks report the person.
  const known = new Set(validation.faults.map(({ pointer, code }) => `${pointer} ${code}`));
  const peopleFaults = (people?.failure?.faults ?? []).filter(
    ({ pointer, code }) => !known.has(`${pointer} ${code}`),
  );
  return {
    outcome: refusal !== undefined ? 'refused' : failure !== undefined ? 'failed' : 'succeeded',
    error: refusal ?? (failure && asDomainError(failure, maxFaults)),
    faults: [...validation.faults, ...aliasFaults, ...peopleFaults].slice(0, maxFaults),
    organisation,
    template,
    properties,
    names: plannedNames(validation),
    alias: alias && {
      mailNickName: alias.mailNickName,
      isFree: alias.heldBy === undefined,
      alternatives: alias.alternatives,
    },
    people: people?.people ?? [],
    approval: undefined,
    steps: refusal === undefined && template !== undefined ? stepsOf(template.policy) : [],
  };
}

function plannedNames({ names, counter, faults }: ValidationResult): PlannedNames | undefined {
  const { mailNickName, displayName } = names;
  if (mailNickName === undefined || displayName === undefined) return undefined;
  if (
    faults.some(({ pointer = '' }) => /^\/(?:mailNickName|displayName|properties)/.test(pointer))
  ) {
    return undefined;
  }
  return { mailNickName, displayName, isProvisional: counter !== undefined };
}

function stepsOf(policy: TemplatePolicy): StepName[] {
  return plan.filter((step) => step.isNeeded(policy)).map(({ name }) => name);
}

function asDomainError(
  failure: { code: ProblemCode; message: string; faults: readonly FieldError[] },
  maxFaults: number,
): DomainError {
  const faults = failure.faults.slice(0, maxFaults);
  return new DomainError(failure.code, failure.message, { faults });
}

/** The plan if the directory did not answer: a creation would fail permanently, or the outcome is unknown. */
function planAfter(error: DirectoryError, validation: ValidationResult): TeamPlan {
  const code = failureCodes[error.code];
  if (code === undefined) {
    throw new DomainError(
      'directory_unavailable',
      `The directory cannot be reached at the moment, so people and alias were not checked: ${error.message}`,
      { cause: error, retryAfterMs: error.retryAfterMs ?? 5_000 },
    );
  }
  const { faults, unlisted, organisation, template, properties } = validation;
  const isRefused = faults.length > 0;
  return {
    outcome: isRefused ? 'refused' : 'failed',
    error: isRefused ? validationFailed(faults, unlisted) : new DomainError(code, error.message),
    faults,
    organisation,
    template,
    properties,
    names: plannedNames(validation),
    alias: undefined,
    people: [],
    approval: undefined,
    steps: isRefused || template === undefined ? [] : stepsOf(template.policy),
  };
}
