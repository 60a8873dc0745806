// Finds the differences between a directory and the records. The search changes nothing.
import type { Clock } from '../foundation/clock.ts';
import type {
  CallContext,
  Directory,
  DirectoryGroup,
  MarkedGroups,
} from '../directory/directory.ts';
import type { Organisation } from '../organisations/organisation.ts';
import { checkNames } from '../organisations/check-names.ts';
import type { Template } from '../organisations/template.ts';
import {
  isToBeRemoved,
  type MarkedRecord,
  type ReadMarkedRecords,
} from '../provisioning/marked-records.ts';
import type { Retry } from '../provisioning/retry.ts';

export type OwnGroup = MarkedGroups['groups'][number];

/** A record whose group the directory shows or misses. */
export interface StandingRecord {
  readonly teamId: string;
  readonly mailNickname: string;
  readonly groupId: string;
}

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
  /** Someone removed it in the directory. */
  | { readonly kind: 'gone'; readonly record: StandingRecord }
  /** It was noted as gone, and is there again. */
  | { readonly kind: 'returned'; readonly record: StandingRecord }
  /** The right resolution is unknown. */
  | {
      readonly kind: 'unclear';
      readonly group: Pick<OwnGroup, 'marker' | 'mailNickname'>;
      readonly reason: string;
    };

export const findingKinds = ['adopt', 'remove', 'gone', 'returned', 'unclear'] as const;
export type FindingKind = (typeof findingKinds)[number];

export interface SearchStore {
  readonly recordsOf: ReadMarkedRecords;
  /** Succeeded before the moment and not noted as gone, in the order of their ids; some thousand at most. */
  standing(
    tenantId: string,
    before: Date,
    afterTeamId: string | undefined,
  ): Promise<readonly StandingRecord[]>;
}

export interface SearchDeps {
  readonly tenantId: string;
  readonly directory: Directory;
  readonly store: SearchStore;
  readonly organisations: readonly Organisation[];
  /** Template for unrecorded groups whose names match no template, or several. */
  readonly fallback:
    | { readonly organisation: Organisation; readonly template: Template }
    | undefined;
  readonly clock: Clock;
  readonly retry: Retry;
  /** Lets other work go first; awaited before each page. */
  readonly yieldToOthers: () => Promise<unknown>;
}

/** Replication takes up to 15 minutes, and an index of the directory a while longer. */
const youngForMs = 60 * 60_000;

interface Candidate {
  readonly group: DirectoryGroup;
  readonly marker: string | undefined;
  readonly isProven: boolean;
}

function candidatesOf({ groups, unproven }: MarkedGroups): Candidate[] {
  return [
    ...groups.map((group) => ({ group, marker: group.marker, isProven: true })),
    ...unproven.map((group) => ({ group, marker: group.unprovenMarker, isProven: false })),
  ];
}

/**
 * The record's id of the group decides, as far as it is known: a proven marker can be copied once its group is gone,
 * and an earlier release signed none. Without such an id only the proof counts.
 */
function isOwn(
  { groupId }: DirectoryGroup,
  record: MarkedRecord | undefined,
  isProven: boolean,
): boolean {
  return record?.groupId === undefined ? isProven : record.groupId === groupId;
}

function imitationOf(group: DirectoryGroup, marker: string | undefined): Finding {
  const { groupId, mailNickname } = group;
  return {
    kind: 'unclear',
    group: { marker: marker ?? groupId, mailNickname },
    reason:
      marker === undefined
        ? `The group ${groupId} carries a malformed marker.`
        : `The group ${groupId} carries a marker that this service cannot confirm.`,
  };
}

export function createSweepSearch(deps: SearchDeps) {
  const { tenantId, directory, store, organisations, fallback, clock, retry, yieldToOthers } = deps;

  /** Everything in which directory and records differ; changes nothing. */
  async function find(call: CallContext): Promise<readonly Finding[]> {
    const startedAt = clock.now();
    const findings: Finding[] = [];
    const imitations: Finding[] = [];
    const seen = new Set<string>();
    let knownSeen = 0;
    let cursor: string | undefined;
    do {
      await yieldToOthers();
      const from = cursor;
      const page = await retry(call, () => directory.listMarkedGroups(from, call));
      // The records are read after the groups: a creation's record is there before its group is.
      const candidates = candidatesOf(page);
      const records = await store.recordsOf(
        tenantId,
        candidates.flatMap(({ marker }) => marker ?? []),
      );
      for (const { group, marker, isProven } of candidates) {
        const record = marker === undefined ? undefined : records.get(marker);
        if (marker === undefined || !isOwn(group, record, isProven)) {
          imitations.push(imitationOf(group, marker));
          continue;
        }
        if (record !== undefined) knownSeen += 1;
        seen.add(record?.teamId ?? marker);
        const finding = judge({ ...group, marker }, record);
        if (finding !== undefined) findings.push(finding);
      }
      cursor = page.next;
    } while (cursor !== undefined);
    await findMissing(call, seen, knownSeen > 0, new Date(startedAt - youngForMs), findings);
    // Last, so that a person who creates many of them hides no other finding in the report.
    return [...findings, ...imitations];
  }

  /** Looks for each group that was not listed by its id: a list may lag, or not show all of them. */
  async function findMissing(
    call: CallContext,
    seen: ReadonlySet<string>,
    isOurSuite: boolean,
    before: Date,
    findings: Finding[],
  ): Promise<void> {
    let afterTeamId: string | undefined;
    for (;;) {
      await yieldToOthers();
      const records = await store.standing(tenantId, before, afterTeamId);
      for (const record of records.filter(({ teamId }) => !seen.has(teamId))) {
        const whereabouts = await retry(call, () => directory.whereabouts(record.groupId, call));
        if (whereabouts === 'stands') continue;
        if (whereabouts === 'unknown' && !isOurSuite) {
          // Not one of our groups is there: rather the connection is wrong than all of them are gone.
          findings.push({
            kind: 'unclear',
            group: { marker: record.teamId, mailNickname: record.mailNickname },
            reason:
              'The directory has neither this group nor any other group of this tenant. Check that the tenant is connected to the right directory.',
          });
          return;
        }
        findings.push({ kind: 'gone', record });
      }
      afterTeamId = records.at(-1)?.teamId;
      if (afterTeamId === undefined) return;
    }
  }

  function judge(group: OwnGroup, record: MarkedRecord | undefined): Finding | undefined {
    if (record === undefined) return judgeUnknown(group);
    switch (record.status) {
      case 'accepted':
      case 'running':
        return undefined;
      case 'succeeded':
        return record.isGone
          ? { kind: 'returned', record: { ...group, teamId: record.teamId } }
          : undefined;
      case 'failed':
      case 'cancelled':
        if (isToBeRemoved(record)) return { kind: 'remove', group };
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
          ? 'Its names match no template.'
          : `Its names match ${candidates.length} templates.`,
    };
  }

  return find;
}
