// Reconciles the groups of a directory with the records: detects drift and resolves it.
//
// A group of ours without a record, for example after a restore from an older backup, is adopted. It gets the record of
// a creation whose group exists, and provisioning completes it like any other. It is never created a second time, and
// never removed. The leftover group of a failed creation is removed. If someone removed a group in the directory, its
// record says so, and the group is never created again; the record also says if such a group is restored.
//
// Then it observes the groups that have a record, and reports those that differ from it. It changes none of them.
//
// Every resolution may run twice, by two reconciliations at once or by one that continues after a crash: the second
// changes nothing.
import type { Timers } from '../ground/clock.ts';
import type { CallContext } from '../directory/call-context.ts';
import { DirectoryError } from '../directory/directory.ts';
import { aliasKey } from '../settings/naming/mail-nickname.ts';
import type { TemplatePolicy } from '../settings/organisations/template.ts';
import type {
  Creation,
  NewGroup,
  RequestedPeople,
  ResolvedPeople,
  StepRecord,
} from '../engine/creation.ts';
import type { Finding } from '../engine/observed-state.ts';
import { createRetry } from '../engine/retry.ts';
import { newLedger } from '../engine/steps.ts';
import { findResponsible } from '../engine/resolve-people.step.ts';
import { authorOf, authorsForMs, createReadAuthors } from './authors.ts';
import { createDetection, type DetectionDeps, type DetectionStore } from './detect.ts';
import type { DetectedDrift, OwnGroup } from './classify-drift.ts';
import { createAdoptNewGroups, type NewGroupsDeps } from './adopt-new-groups.ts';
import { createInventory, type DirectoryGroupStore } from './directory-groups.ts';
import {
  createObserve,
  type DifferingGroup,
  type MissingGroupStore,
  type ObservationStore,
} from './observe.ts';
import type { Drift } from './report.ts';
import { foldedGroup } from '../ground/folded-text.ts';

type Resolution = Pick<Drift, 'resolved' | 'outcome'>;

/** The record of a creation for a group that exists in the directory but not here. */
export type Adoption = Omit<NewGroup, 'createdBy' | 'requestId' | 'actorKind' | 'actorId'> &
  Pick<Creation, 'steps' | 'facts' | 'resolvedPeople'>;

export interface DriftStore
  extends DetectionStore, ObservationStore, MissingGroupStore, DirectoryGroupStore {
  /** `known` if the creation has a record, `alias_held` if another group's record holds the alias. */
  adopt(adoption: Adoption): Promise<'adopted' | 'known' | 'alias_held'>;
  /**
   * The opposite, also of a deletion by an operation. The group gets its alias back unless another group's record holds
   * it.
   */
  recordRestored(tenantId: string, teamId: string, at: Date): Promise<void>;
  recordRemoved(tenantId: string, group: OwnGroup, at: Date): Promise<void>;
}

export interface ReconcilerDeps extends Omit<DetectionDeps, 'retry' | 'yieldToCallers'> {
  readonly store: DriftStore;
  readonly clock: DetectionDeps['clock'] & Timers;
  readonly yieldToCallers?: DetectionDeps['yieldToCallers'];
  /** Observes every group, whether its turn has come or not. */
  readonly observesAll?: boolean;
  /** Absent: groups that others make are reported. */
  readonly newGroups?: NewGroupsDeps;
}

export function createReconciler(deps: ReconcilerDeps) {
  const { tenantId, directory, store, clock, yieldToCallers = async () => undefined } = deps;
  const withRetry = createRetry(clock);
  const shared = { ...deps, retry: withRetry, yieldToCallers };
  const detect = createDetection(shared);
  // In the sandbox, reads cost nothing.
  const observesAll = deps.observesAll === true || directory.kind === 'sandbox';
  const inventory = createInventory(shared);
  const readAuthors = createReadAuthors(shared);
  const { observeDue } = createObserve({ ...shared, onRead: inventory.recordRead });
  const adoptNew = createAdoptNewGroups({
    ...shared,
    rule: 'report',
    adopt: reported,
    ...deps.newGroups,
  });

  /** If the directory refuses or does not answer, this drift stays unresolved; the others do not. */
  async function resolve(drift: DetectedDrift, call: CallContext): Promise<Drift> {
    const { kind, teamId, mailNickname } = drift;
    try {
      return { kind, teamId, mailNickname, ...(await resolutionOf(drift, call)) };
    } catch (error) {
      if (!(error instanceof DirectoryError) || call.signal.aborted) throw error;
      const outcome = `It could not be resolved: ${error.message}`;
      return { kind, teamId, mailNickname, resolved: false, outcome };
    }
  }

  async function resolutionOf(drift: DetectedDrift, call: CallContext): Promise<Resolution> {
    const now = new Date(clock.now());
    switch (drift.kind) {
      case 'adopt':
        return adopt(drift, call);
      case 'remove': {
        const { group } = drift;
        const noting = { ...call, notes: new Map<string, number>() };
        await withRetry(noting, () => directory.deleteGroup(group, noting));
        await store.recordRemoved(tenantId, group, now);
        return done('The group that a failed creation left behind was removed.');
      }
      case 'missing':
        await store.recordMissing(tenantId, drift.teamId, now, drift.by);
        return done(
          `${drift.by ?? 'Someone'} removed the group in the directory. The service does not create it again.`,
        );
      case 'restored':
        await store.recordRestored(tenantId, drift.teamId, now);
        return done('The group exists in the directory again.');
      case 'unresolved':
        return unchanged(drift.outcome);
      default:
        return drift satisfies never;
    }
  }

  async function adopt(
    drift: Extract<DetectedDrift, { kind: 'adopt' }>,
    call: CallContext,
  ): Promise<Resolution> {
    const { groupId } = drift.group;
    const people = await withRetry(call, () => directory.readPeople(groupId, call));
    const policy: TemplatePolicy = drift.group.hasTeam
      ? { ...drift.template.policy, kind: 'team' }
      : drift.template.policy;
    // Without one, the group is vacant, and people are asked to take it over.
    const responsible = await withRetry(call, () =>
      findResponsible(people.ownerIds, policy, directory, call),
    );
    const owners = people.ownerIds.filter((id) => id !== responsible);
    const memberIds = people.memberIds.filter((id) => !people.ownerIds.includes(id));
    const adoption = adoptionOf(
      tenantId,
      { ...drift, policy },
      {
        ownerIds: [...(responsible === null ? [] : [responsible]), ...owners],
        memberIds,
      },
      { responsible, deputy: null, owners, members: memberIds },
      new Date(clock.now()),
    );
    const result = await store.adopt(adoption);
    switch (result) {
      case 'adopted':
        return done(adoptedDetail);
      case 'known':
        return done('It has a record now.');
      case 'alias_held':
        return unchanged('Another group’s record has the alias.');
      default:
        return result satisfies never;
    }
  }

  /** Renews the inventory by a list of the directory, and answers the drift in it. */
  async function list(call: CallContext): Promise<readonly DetectedDrift[]> {
    const begunAt = new Date(clock.now());
    const token = await inventory.beginList(call);
    const detected = await detect(call, async ({ seenAt, groups }, ours) => {
      await store.recordListed(tenantId, seenAt, ours);
      await store.recordGroups(tenantId, seenAt, groups);
    });
    await store.recordList(tenantId, begunAt, token);
    return detected;
  }

  /** The suite may show some minutes after a deletion who made it. */
  async function nameRemovers(call: CallContext): Promise<void> {
    const since = new Date(clock.now() - authorsForMs);
    const missing = await store.missingWithoutAuthor(tenantId, since);
    const authors = missing.length === 0 ? [] : await readAuthors(call);
    for (const { teamId, groupId } of missing) {
      const by = authorOf(authors, groupId, 'deletion');
      if (by !== undefined) await store.recordRemover(tenantId, teamId, by);
    }
  }

  async function differences(): Promise<Drift[]> {
    return (await store.differingGroups(tenantId)).flatMap(differencesOf);
  }

  return {
    detect,
    resolve,
    /** The drift that `run` would resolve, and the differences that were last observed. */
    async preview(call: CallContext): Promise<readonly Drift[]> {
      return [...(await detect(call)), ...(await differences())];
    },
    /** @throws DirectoryError when the directory does not answer completely */
    async run(call: CallContext): Promise<readonly Drift[]> {
      const detected = await list(call);
      const resolved: Drift[] = [];
      for (const drift of detected) {
        call.signal.throwIfAborted();
        resolved.push(await resolve(drift, call));
      }
      await nameRemovers(call);
      const unread = await observeDue(call, observesAll);
      const found = [...resolved, ...unread, ...(await differences())];
      await inventory.readDetails(call);
      await adoptNew(call.signal);
      return found;
    },
    /** Renews the inventory alone: what follows from the changes is due at once, however often someone looks. */
    async refresh(call: CallContext): Promise<void> {
      if ((await inventory.follow(call, 0)) === undefined) await list(call);
      await inventory.readDetails(call);
    },
    /**
     * Reads the groups that changed since the last time, and compares those that have a record and are due: also one that
     * changed within the quiet time after a write of the service, once that is over.
     */
    async follow(call: CallContext): Promise<void> {
      if ((await inventory.follow(call)) === undefined) return;
      await observeDue(call, false);
      await inventory.readDetails(call);
      await adoptNew(call.signal);
    },
  };
}

const reported = async () => 'settled' as const;

function differencesOf({ teamId, mailNickname, drift, findings }: DifferingGroup): Drift[] {
  const common = { teamId, mailNickname, resolved: false };
  const properties = drift.map(({ property }) => property).join(', ');
  return [
    ...(drift.length === 0
      ? []
      : [{ ...common, kind: 'differs' as const, outcome: `It differs in ${properties}.` }]),
    ...findings.map((kind) => ({ ...common, kind, outcome: outcomes[kind] })),
  ];
}

const outcomes: Readonly<Record<Finding, string>> = {
  ownerless: 'None of its owners has an enabled account.',
  contested: 'Another tool writes a value back whenever the service restores it.',
  idle: 'Nobody uses the group. Its people are asked whether they still need it.',
  too_few_owners: 'Fewer of its owners have an enabled account than its policy requires.',
  responsible_unavailable: 'The account of its responsible person is disabled or gone.',
  deputy_unavailable: 'The account of its deputy is disabled or gone.',
  responsible_unreachable: 'The last messages to its responsible person failed.',
  deputy_unreachable: 'The last messages to its deputy failed.',
};

function done(outcome: string): Resolution {
  return { resolved: true, outcome };
}

function unchanged(reason: string): Resolution {
  return { resolved: false, outcome: `${reason} Nothing was changed.` };
}

const adoptedDetail = 'The group was found in the directory and adopted.';

function adoptionOf(
  tenantId: string,
  {
    group,
    organisation,
    template,
    properties,
    policy,
  }: Extract<DetectedDrift, { kind: 'adopt' }> & { readonly policy: TemplatePolicy },
  resolvedPeople: ResolvedPeople,
  people: RequestedPeople,
  adoptedAt: Date,
): Adoption {
  return {
    tenantId,
    teamId: group.marker,
    organisationId: organisation.organisationId,
    templateId: template.templateId,
    displayName: group.displayName,
    ...foldedGroup({ ...group, properties }),
    description: group.description,
    mailNickname: group.mailNickname,
    aliasKey: aliasKey(group.mailNickname),
    people,
    properties,
    policy,
    steps: adoptedLedger(policy, adoptedAt),
    // The people in the group are the requested ones: no one is added again.
    facts: {
      groupId: group.groupId,
      ownersAdded: resolvedPeople.ownerIds.length,
      membersAdded: resolvedPeople.memberIds.length,
    },
    resolvedPeople,
    createdAt: adoptedAt,
  };
}

/** The first two steps of an adopted group are done. */
const adoptedSteps: ReadonlySet<StepRecord['name']> = new Set([
  'resolve_people',
  'await_approval',
  'create_group',
]);

function adoptedLedger(policy: TemplatePolicy, adoptedAt: Date): StepRecord[] {
  const at = adoptedAt.toISOString();
  const done = {
    status: 'succeeded',
    startedAt: at,
    completedAt: at,
    detail: adoptedDetail,
  } as const;
  const ledger: StepRecord[] = [];
  for (const step of newLedger(policy)) {
    // Its people are in the group, which a refused setting must not undo: the comparison reports other settings.
    if (step.name === 'apply_label' || step.name === 'apply_settings') continue;
    // Nothing is created before it is approved.
    const isDone = adoptedSteps.has(step.name);
    ledger.push(isDone ? { ...step, ...done } : step);
  }
  return ledger;
}
