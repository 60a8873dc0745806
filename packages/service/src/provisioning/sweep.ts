// The sweep: finds groups of ours that the records do not account for, and settles them. Such groups are
// left by a restore from an older backup, or by a failed creation whose group could not be removed.
//
// A group without a record is adopted: it gets the record of a creation whose group is there, and the
// provisioning completes it like any other. It is never made a second time, and never removed.
import type { Clock, Timers } from '../clock.ts';
import {
  DirectoryError,
  type CallContext,
  type Directory,
  type DirectoryGroup,
  type MarkedGroups,
} from '../directory/directory.ts';
import type { Organisation } from '../organisations/organisation.ts';
import { checkNames } from '../templates/check-names.ts';
import type { Template, TemplatePolicy } from '../templates/template.ts';
import type {
  CreationStatus,
  Facts,
  RequestedPeople,
  ResolvedPeople,
  StepRecord,
} from './creation.ts';
import { freshLedger } from './plan.ts';

type OwnGroup = MarkedGroups['groups'][number];

export type Finding =
  /** No record: it belongs to this template, as its names tell or the operator says. */
  | {
      readonly kind: 'adopt';
      readonly group: OwnGroup;
      readonly organisation: Organisation;
      readonly template: Template;
      readonly properties: Readonly<Record<string, string>>;
    }
  /** Its creation failed and could not remove it. */
  | { readonly kind: 'remove'; readonly group: OwnGroup }
  /** Nobody can tell what is to become of it. */
  | { readonly kind: 'unclear'; readonly group: OwnGroup; readonly reason: string };

/** What is known of a creation. */
export interface SweptRecord {
  readonly status: CreationStatus;
  /** Whether it ever began to make its group. */
  readonly beganGroup: boolean;
}

/** A creation as if it had just made its group. */
export interface Adoption {
  readonly tenantId: string;
  readonly teamId: string;
  readonly organisationId: string;
  readonly templateId: string;
  readonly group: DirectoryGroup;
  readonly people: RequestedPeople;
  readonly properties: Readonly<Record<string, string>>;
  readonly policy: TemplatePolicy;
  readonly steps: readonly StepRecord[];
  readonly facts: Facts;
  readonly resolvedPeople: ResolvedPeople;
  readonly adoptedAt: Date;
}

export interface SweepStore {
  /** Creations that are not known are absent. */
  recordsOf(
    tenantId: string,
    teamIds: readonly string[],
  ): Promise<ReadonlyMap<string, SweptRecord>>;
  /** False when another group's record holds the alias. */
  adopt(adoption: Adoption): Promise<boolean>;
}

export interface SweepWorld {
  readonly tenantId: string;
  readonly directory: Directory;
  readonly store: SweepStore;
  readonly organisations: readonly Organisation[];
  /** To which groups without a record are given whose names tell of no template, or of several. */
  readonly fallback:
    | { readonly organisation: Organisation; readonly template: Template }
    | undefined;
  readonly clock: Clock & Timers;
}

const attemptsAtMost = 20;
const longestWaitMs = 60_000;
const adoptedDetail = 'The group was found in the directory and adopted.';

export function createSweep(world: SweepWorld) {
  const { tenantId, directory, store, organisations, fallback, clock } = world;

  /** Everything that the records do not account for; changes nothing. */
  async function find(call: CallContext): Promise<readonly Finding[]> {
    const findings: Finding[] = [];
    let cursor: string | undefined;
    do {
      const from = cursor;
      const page = await persist(() => directory.listMarkedGroups(from, call));
      // The records are read after the groups: a creation's record is there before its group is.
      const records = await store.recordsOf(
        tenantId,
        page.groups.map(({ marker }) => marker),
      );
      for (const group of page.groups) {
        const finding = judge(group, records.get(group.marker));
        if (finding !== undefined) findings.push(finding);
      }
      cursor = page.next;
    } while (cursor !== undefined);
    return findings;
  }

  function judge(group: OwnGroup, record: SweptRecord | undefined): Finding | undefined {
    if (record === undefined) return judgeUnknown(group);
    switch (record.status) {
      case 'accepted':
      case 'running':
      case 'succeeded':
        return undefined;
      case 'failed':
      case 'cancelled':
        if (record.beganGroup) return { kind: 'remove', group };
        return {
          kind: 'unclear',
          group,
          reason: `Its creation is recorded as ${record.status} before it made a group.`,
        };
      default:
        return record.status satisfies never;
    }
  }

  function judgeUnknown(group: OwnGroup): Finding {
    const candidates = organisations.flatMap((organisation) =>
      organisation.templates.flatMap((template) => {
        const names = checkNames({
          template,
          organisation,
          mailNickName: group.mailNickname,
          displayName: group.displayName,
          now: clock.now(),
        });
        if (names.faults !== undefined) return [];
        return [{ organisation, template, properties: names.properties }];
      }),
    );
    const [only] = candidates;
    if (only !== undefined && candidates.length === 1) return { kind: 'adopt', group, ...only };
    if (fallback !== undefined) return { kind: 'adopt', group, ...fallback, properties: {} };
    return {
      kind: 'unclear',
      group,
      reason:
        candidates.length === 0
          ? 'Its names conform to no template.'
          : `Its names conform to ${candidates.length} templates.`,
    };
  }

  /** @returns what was done, or why nothing was, as a sentence */
  async function settle(finding: Finding, call: CallContext): Promise<string> {
    const { group } = finding;
    switch (finding.kind) {
      case 'adopt': {
        const people = await persist(() => directory.readPeople(group.groupId, call));
        const [responsible, ...owners] = people.ownerIds;
        if (responsible === undefined) {
          return 'The group has no owner: give it one and sweep again. Nothing was changed.';
        }
        const memberIds = people.memberIds.filter((id) => !people.ownerIds.includes(id));
        const adopted = await store.adopt(
          adoptionOf(
            finding,
            { ownerIds: people.ownerIds, memberIds },
            { responsible, deputy: null, owners, members: memberIds },
          ),
        );
        return adopted
          ? adoptedDetail
          : 'Another group’s record holds the alias. Nothing was changed.';
      }
      case 'remove':
        await persist(() => directory.deleteGroup(group.groupId, group.marker, call));
        return 'The group that a failed creation left was removed.';
      case 'unclear':
        return `${finding.reason} Nothing was changed.`;
      default:
        return finding satisfies never;
    }
  }

  function adoptionOf(
    { group, organisation, template, properties }: Extract<Finding, { kind: 'adopt' }>,
    resolvedPeople: ResolvedPeople,
    people: RequestedPeople,
  ): Adoption {
    const policy: TemplatePolicy = group.hasTeam
      ? { ...template.policy, kind: 'team' }
      : template.policy;
    const adoptedAt = new Date(clock.now());
    return {
      tenantId,
      teamId: group.marker,
      organisationId: organisation.organisationId,
      templateId: template.templateId,
      group,
      people,
      properties,
      policy,
      steps: adoptedLedger(policy, adoptedAt),
      // The people who are in the group are those that were asked for: nobody is added again.
      facts: {
        groupId: group.groupId,
        ownersAdded: resolvedPeople.ownerIds.length,
        membersAdded: resolvedPeople.memberIds.length,
      },
      resolvedPeople,
      adoptedAt,
    };
  }

  /** The directory's hiccups are waited out: a sweep is not in a hurry. */
  async function persist<T>(attempt: () => Promise<T>): Promise<T> {
    for (let count = 1; ; count += 1) {
      try {
        return await attempt();
      } catch (error) {
        const mayPass = error instanceof DirectoryError && !error.permanent;
        if (!mayPass || count >= attemptsAtMost) throw error;
        const waitMs = error.retryAfterMs ?? Math.min(longestWaitMs, 1000 * 2 ** count);
        await new Promise<void>((resolve) => clock.after(waitMs, resolve));
      }
    }
  }

  return { find, settle };
}

/** The first two steps are behind an adopted group. */
function adoptedLedger(policy: TemplatePolicy, adoptedAt: Date): StepRecord[] {
  const at = adoptedAt.toISOString();
  const done = {
    status: 'succeeded',
    startedAt: at,
    completedAt: at,
    detail: adoptedDetail,
  } as const;
  const ledger: StepRecord[] = [];
  for (const step of freshLedger(policy)) {
    const isDone = step.name === 'resolve_people' || step.name === 'create_group';
    ledger.push(isDone ? { ...step, ...done } : step);
  }
  return ledger;
}
