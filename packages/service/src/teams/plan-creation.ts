// Predicts the result of a request for a group, with the same checks as its creation, and changes nothing. People and
// alias are checked at this moment; a later creation may find other ones.
import type { Caller } from '../access-tokens/access-token.ts';
import type { Clock } from '../foundation/clock.ts';
import type { Configuration } from '../configuration/configuration.ts';
import {
  DirectoryError,
  type CallContext,
  type Directory,
  type NamesValidation,
  type RefusedName,
} from '../directory/directory.ts';
import {
  DomainError,
  validationFailed,
  type Fault,
  type ProblemCode,
  type ShapeFaults,
} from '../foundation/errors.ts';
import type { Rest } from '../foundation/turns.ts';
import type { Organisation } from '../organisations/organisation.ts';
import type { StepName } from '../provisioning/creation.ts';
import { refusedNameFaults, withRefusedNames } from '../provisioning/refused-names.ts';
import { plan } from '../provisioning/steps.ts';
import { examinePeople, type PeopleValidation } from '../provisioning/resolve-people.step.ts';
import type { Names } from '../organisations/check-names.ts';
import type { Template, TemplatePolicy } from '../organisations/template.ts';
import { aliasTaken } from './accept-team.ts';
import { alternativeNames } from './alternative-names.ts';
import {
  validateRequest,
  requestedPeople,
  type ValidationResult,
  type TeamRequest,
  withoutEmptyTexts,
} from './check-request.ts';
import { aliasKey } from '../organisations/mail-nickname.ts';

export interface AliasStore {
  /** The keys among the given ones that groups of the tenant hold. */
  held(tenantId: string, aliasKeys: readonly string[]): Promise<ReadonlySet<string>>;
}

export interface TeamPlan {
  /** The result of a creation: `refused` by its answer, or accepted and then `failed` or `succeeded`. */
  readonly outcome: 'succeeded' | 'failed' | 'refused';
  /** The error with which the creation would be refused or fail. */
  readonly error: DomainError | undefined;
  /** Every fault at once, up to `maxFaults`, whatever comes first in a creation. */
  readonly faults: readonly Fault[];
  readonly organisation: Organisation | undefined;
  readonly template: Template | undefined;
  readonly properties: Readonly<Record<string, string>>;
  /** Undefined when the alias itself is at fault. */
  readonly alias: PlannedAlias | undefined;
  readonly people: PeopleValidation['people'];
  /** The steps that would run; none when the creation would be refused. */
  readonly steps: readonly StepName[];
}

export interface PlannedAlias extends Names {
  readonly isFree: boolean;
  readonly alternatives: readonly Names[];
}

export type PlanCreation = (submission: {
  readonly caller: Caller;
  readonly request: TeamRequest;
  readonly shape: ShapeFaults;
  readonly maxFaults: number;
  /** Ends the calls to the directory before their deadline. */
  readonly signal: AbortSignal;
}) => Promise<TeamPlan>;

const maxAlternatives = 3;
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
/** Members that name people. */
const peopleMembers = ['responsible', 'deputy', 'owners', 'members'] as const;
const tooManyPeople: ReadonlySet<string> = new Set(['too_many_owners', 'too_many_members']);
const failureCodes: Partial<Record<DirectoryError['code'], ProblemCode>> = {
  permission_missing: 'directory_permission_missing',
  refused: 'directory_refused',
};

/** @param deps.deadline a signal that ends the calls to the directory in time */
export function createPlanCreation(deps: {
  configuration: Configuration;
  aliases: AliasStore;
  directoryOf: (tenantId: string) => Directory;
  clock: Clock;
  newId: () => string;
  rest: Rest;
  deadline: () => AbortSignal;
}): PlanCreation {
  const { configuration, aliases, directoryOf, clock, newId, rest, deadline } = deps;

  return async function planCreation({ caller, shape, maxFaults, signal, ...sent }) {
    const request = withoutEmptyTexts(sent.request, shape);
    const { tenantId } = caller;
    const now = clock.now();
    const asked = { request, shape, maxFaults };
    const examination = validateRequest({ configuration, tenantId, now, ...asked });
    const call = { signal: AbortSignal.any([deadline(), signal]), teamId: newId() };
    const directory = directoryOf(tenantId);
    try {
      const people = await examine(examination, asked, directory, call);
      const alias = await examineAlias(tenantId, examination, asked, directory, call);
      return conclude(examination, people, alias, maxFaults);
    } catch (error) {
      if (!(error instanceof DirectoryError)) throw error;
      return planAfter(error, examination);
    }
  };

  async function examine(
    { faults, template }: ValidationResult,
    { request, shape }: Asked,
    directory: Directory,
    call: CallContext,
  ): Promise<PeopleValidation | undefined> {
    if (shape.isWhole || peopleMembers.some((member) => shape.members.has(member)))
      return undefined;
    // Nothing bounds how many people would have to be looked up.
    if (faults.some(({ code }) => tooManyPeople.has(code))) return undefined;
    const policy = template?.policy ?? noPolicy;
    const asked = { people: requestedPeople(request), policy };
    return await examinePeople(asked, directory, { ...call, rest });
  }

  async function examineAlias(
    tenantId: string,
    { faults, template, organisation, properties }: ValidationResult,
    { request, shape }: Asked,
    directory: Directory,
    call: CallContext,
  ): Promise<AliasValidation | undefined> {
    const isAtFault = faults.some(({ pointer }) => pointer === '/mailNickName');
    if (isAtFault || shape.isWhole || shape.members.has('mailNickName')) return undefined;
    const { mailNickName, displayName } = request;
    const named = { mailNickName, displayName };
    const namesAreSound =
      !shape.members.has('displayName') &&
      faults.every(({ pointer }) => pointer !== '/displayName');
    const asked = namesAreSound ? named : { mailNickName };
    const found = { ...named, ...(await examineNames(tenantId, asked, directory, call)) };
    if (found.heldBy === undefined || template === undefined || organisation === undefined) {
      return { ...found, alternatives: [] };
    }
    if (!namesAreSound) return { ...found, alternatives: [] };
    const candidates = alternativeNames({
      wanted: named,
      template,
      organisation,
      properties,
      now: clock.now(),
    });
    const held = await aliases.held(
      tenantId,
      candidates.map((names) => aliasKey(names.mailNickName)),
    );
    const alternatives: Names[] = [];
    for (const names of candidates) {
      if (alternatives.length === maxAlternatives) break;
      if (held.has(aliasKey(names.mailNickName))) continue;
      const { isAliasTaken, refused } = await validate(names, directory, call);
      if (!isAliasTaken && refused.length === 0) alternatives.push(names);
    }
    return { ...found, alternatives };
  }

  async function examineNames(
    tenantId: string,
    names: AskedNames,
    directory: Directory,
    call: CallContext,
  ): Promise<Pick<AliasValidation, 'heldBy' | 'refused'>> {
    const key = aliasKey(names.mailNickName);
    // Once the alias is given away here, the answer of the directory changes nothing.
    if ((await aliases.held(tenantId, [key])).has(key)) return { heldBy: 'group', refused: [] };
    const { isAliasTaken, refused } = await validate(names, directory, call);
    return { heldBy: isAliasTaken ? 'directory' : undefined, refused };
  }
}

interface Asked {
  readonly request: TeamRequest;
  readonly shape: ShapeFaults;
}

type AskedNames = Pick<Names, 'mailNickName'> & Partial<Names>;

function validate(
  { mailNickName: mailNickname, displayName }: AskedNames,
  directory: Directory,
  call: CallContext,
): Promise<NamesValidation> {
  const names = displayName === undefined ? { mailNickname } : { mailNickname, displayName };
  return directory.validateNames(names, call);
}

interface AliasValidation extends Names {
  readonly heldBy: 'group' | 'directory' | undefined;
  /** Names that the directory's naming policy refuses. */
  readonly refused: readonly RefusedName[];
  readonly alternatives: readonly Names[];
}

/** In the order in which a creation would meet the obstacles. */
function conclude(
  examination: ValidationResult,
  people: PeopleValidation | undefined,
  alias: AliasValidation | undefined,
  maxFaults: number,
): TeamPlan {
  const { organisation, template, properties } = examination;
  const refusal =
    examination.faults.length > 0
      ? validationFailed(examination.faults, examination.unlisted)
      : alias?.heldBy === 'group'
        ? aliasTaken(alias.mailNickName)
        : undefined;
  const failure =
    withRefusedNames(people?.failure, alias?.refused ?? []) ??
    (alias?.heldBy === 'directory' ? takenInDirectory(alias) : undefined);
  const aliasFaults = [
    ...(alias?.heldBy === undefined ? [] : faultsOfAlias(alias)),
    ...refusedNameFaults(alias?.refused ?? []),
  ];
  // A missing or refused person is listed once, even if both checks report the person.
  const known = new Set(examination.faults.map(({ pointer, code }) => `${pointer} ${code}`));
  const peopleFaults = (people?.failure?.faults ?? []).filter(
    ({ pointer, code }) => !known.has(`${pointer} ${code}`),
  );
  return {
    outcome: refusal !== undefined ? 'refused' : failure !== undefined ? 'failed' : 'succeeded',
    error: refusal ?? (failure && asDomainError(failure, maxFaults)),
    faults: [...examination.faults, ...aliasFaults, ...peopleFaults].slice(0, maxFaults),
    organisation,
    template,
    properties,
    alias: alias && {
      mailNickName: alias.mailNickName,
      displayName: alias.displayName,
      isFree: alias.heldBy === undefined,
      alternatives: alias.alternatives,
    },
    people: people?.people ?? [],
    steps: refusal === undefined && template !== undefined ? stepsOf(template.policy) : [],
  };
}

function stepsOf(policy: TemplatePolicy): StepName[] {
  return plan.filter((step) => step.isNeeded(policy)).map(({ name }) => name);
}

function asDomainError(
  failure: { code: ProblemCode; message: string; faults: readonly Fault[] },
  maxFaults: number,
): DomainError {
  const faults = failure.faults.slice(0, maxFaults);
  return new DomainError(failure.code, failure.message, { faults });
}

function faultsOfAlias(alias: AliasValidation): readonly Fault[] {
  return alias.heldBy === 'group'
    ? aliasTaken(alias.mailNickName).faults
    : takenInDirectory(alias).faults;
}

function takenInDirectory({ mailNickName }: Names): DomainError {
  const detail = `A directory group that this service did not create has the alias ${mailNickName}.`;
  return new DomainError('directory_alias_taken', detail, {
    faults: [{ pointer: '/mailNickName', code: 'directory_alias_taken', detail }],
  });
}

/** The plan if the directory did not answer: a creation would fail permanently, or the outcome is unknown. */
function planAfter(error: DirectoryError, examination: ValidationResult): TeamPlan {
  const code = failureCodes[error.code];
  if (code === undefined) {
    throw new DomainError(
      'directory_unavailable',
      `The directory cannot be reached at the moment, so people and alias were not checked: ${error.message}`,
      { cause: error, retryAfterMs: error.retryAfterMs ?? 5_000 },
    );
  }
  const { faults, unlisted, organisation, template, properties } = examination;
  const isRefused = faults.length > 0;
  return {
    outcome: isRefused ? 'refused' : 'failed',
    error: isRefused ? validationFailed(faults, unlisted) : new DomainError(code, error.message),
    faults,
    organisation,
    template,
    properties,
    alias: undefined,
    people: [],
    steps: isRefused || template === undefined ? [] : stepsOf(template.policy),
  };
}
