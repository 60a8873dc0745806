// The interface of a step. A step may run again at any time after any failure: its writes are idempotent, and
// the ledger has its results.
import type { CallContext } from '../directory/call-context.ts';
import type { Directory } from '../directory/directory.ts';
import type { OwnGroup } from '../directory/group-life.ts';
import type { FieldError, ProblemCode } from '../ground/errors.ts';
import type { Rest } from '../ground/turns.ts';
import type { TemplatePolicy } from '../settings/organisations/template.ts';
import type {
  AdoptedGroup,
  Creation,
  Facts,
  Intent,
  LedgerEntry,
  ResolvedPeople,
  StepName,
  Warning,
} from './creation.ts';
import type { MarkedRecord } from './marked-records.ts';

/** The result of a run of a step, added to the ledger. */
export interface StepOutput {
  readonly facts?: Facts;
  readonly resolvedPeople?: ResolvedPeople;
  readonly warnings?: readonly Warning[];
  /** A sentence for the caller, shown with the step. */
  readonly detail?: string;
}

export type StepResult =
  | ({ readonly kind: 'done' } & StepOutput)
  /** A part is done; the step is recorded and run again at once. */
  | ({ readonly kind: 'more' } & StepOutput)
  /** The directory is at work; the step is run again after `afterMs`. */
  | ({ readonly kind: 'wait'; readonly afterMs: number } & StepOutput)
  /** The entry leaves its lane until someone makes it due again. */
  | ({ readonly kind: 'park' } & StepOutput);

export interface StepCall extends CallContext {
  /** The time of the run, in milliseconds since the Unix epoch. */
  readonly now: number;
  /** The record of the group with that marker; undefined if there is none. */
  recordOf(this: void, marker: string): Promise<MarkedRecord | undefined>;
  /** Whether the template of the entry adopts no more groups for now. */
  isAdoptionStopped(this: void): Promise<boolean>;
  /** Awaited between pieces of long work. */
  readonly rest: Rest;
}

export interface Step extends StepOf<Creation> {
  /** Whether creations of this policy have this step. */
  isNeeded(policy: TemplatePolicy): boolean;
  /** The ledger has the step only where it is needed. */
  readonly isOptional?: true;
}

/** A step of any work on a group. */
export interface StepOf<Entry extends LedgerEntry> {
  readonly name: StepName;
  /** True when a run may change the directory: then the attempt is recorded before the call. */
  readonly writes: boolean;
  /** True when the ledger already shows that nothing is left to do: then no call is made. */
  isSatisfied(entry: Entry, limits: Directory['limits']): boolean;
  /**
   * Recorded together with an attempt that is about to begin, and removed once its outcome is known. An intent in the
   * ledger means that a process died in between.
   */
  intent?(entry: Entry, now: number): Intent;
  /** The moment before which the step must not be run, because of what a process that died may have done. */
  notBefore?(entry: Entry, limits: Directory['limits']): number | undefined;
  /**
   * @throws StepFailure when the work has to fail
   * @throws DirectoryError whatever the directory says; `execute` tells repeatable from final
   */
  run(entry: Entry, directory: Directory, call: StepCall): Promise<StepResult>;
}

/** The creation cannot succeed, for a reason the caller can act on. */
export class StepFailure extends Error {
  readonly code: ProblemCode;
  readonly faults: readonly FieldError[];

  constructor(code: ProblemCode, detail: string, faults: readonly FieldError[] = []) {
    super(detail);
    this.name = 'StepFailure';
    this.code = code;
    this.faults = faults;
  }
}

/** The group of earlier steps; a ledger without it is damaged. */
export function requireGroupId(creation: Creation): string {
  if (creation.facts.groupId === undefined)
    throw new Error('The ledger has no group id after create_group.');
  return creation.facts.groupId;
}

/** The adopted group, as its record recognises it. */
export function requireAdopted({ teamId, facts }: Creation): OwnGroup & { adoption: AdoptedGroup } {
  const { adoption, adoptedMarker = teamId, isUnmarked = false } = facts;
  if (adoption === undefined) throw new Error('The ledger has no adopted group.');
  return { groupId: adoption.groupId, marker: adoptedMarker, isUnmarked, adoption };
}

/** The group that people are added to, and how far that is. */
export interface PeopleTarget {
  readonly groupId: string;
  readonly kind: 'team' | 'group';
  /** Whether people may have made each other owners there. */
  readonly mayHaveOtherOwners: boolean;
  readonly facts: Pick<
    Facts,
    | 'ownersAtCreation'
    | 'ownersAdded'
    | 'membersAdded'
    | 'peopleToRepeat'
    | 'repeatingSince'
    | 'refusedPeople'
  >;
}

export function peopleTarget(creation: Creation): PeopleTarget {
  const { facts, policy } = creation;
  return {
    groupId: requireGroupId(creation),
    kind: policy.kind,
    mayHaveOtherOwners: false,
    facts,
  };
}

export function requirePeople(creation: Creation): ResolvedPeople {
  if (creation.resolvedPeople === null)
    throw new Error('The ledger has no people after resolve_people.');
  return creation.resolvedPeople;
}
