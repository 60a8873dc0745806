// Detects drift between a directory and the records. The detection changes nothing.
import type { CallContext } from '../directory/call-context.ts';
import {
  type Directory,
  DirectoryError,
  type DirectoryGroup,
  isUnproven,
  type ListedGroups,
} from '../directory/directory.ts';
import type { GroupAuthor } from '../directory/group-life.ts';
import type { MarkedRecord, ReadMarkedRecords } from '../engine/marked-records.ts';
import type { Retry } from '../engine/retry.ts';
import { authorOf, createReadAuthors } from './authors.ts';
import {
  classifyDrift,
  unresolved,
  type ClassifyDeps,
  type DetectedDrift,
} from './classify-drift.ts';

/** A group as the record of its creation has it. */
export interface ProvisionedGroup {
  readonly teamId: string;
  readonly mailNickname: string;
  readonly groupId: string;
}

/** The values of a group that a list shows. */
export type ListedGroup = Pick<
  DirectoryGroup,
  'displayName' | 'description' | 'visibility' | 'hasTeam'
> & { readonly teamId: string };

export interface DetectionStore {
  readonly recordsOf: ReadMarkedRecords;
  /**
   * Groups that the directory should have: their creation succeeded before the moment, no operation has changed them
   * since, and they are recorded neither as missing nor as deleted. In the order of their teamIds; at most some thousand.
   */
  provisionedGroups(
    tenantId: string,
    before: Date,
    afterTeamId: string | undefined,
  ): Promise<readonly ProvisionedGroup[]>;
}

export interface DetectionDeps extends ClassifyDeps {
  readonly tenantId: string;
  readonly directory: Directory;
  readonly store: DetectionStore;
  readonly retry: Retry;
  /** Lets the API go first; awaited before each page. */
  readonly yieldToCallers: () => Promise<void>;
}

/** An administrator may give the address of Graph, where a list need not have an end. */
const mostPages = 5_000;
const mostImitations = 10_000;

interface Candidate {
  readonly group: DirectoryGroup;
  readonly marker: string | undefined;
  readonly isProven: boolean;
}

/** The groups that carry a marker of ours, proven or not. */
function candidatesOf({ groups }: ListedGroups): Candidate[] {
  return groups.flatMap((group): Candidate[] => {
    if (isUnproven(group)) return [{ group, marker: group.unprovenMarker, isProven: false }];
    return group.marker === undefined ? [] : [{ group, marker: group.marker, isProven: true }];
  });
}

/**
 * The record's id of the group decides, as far as it is known: a proven marker can be copied once its group is gone.
 * Without such an id, only the proof counts.
 */
function isOwn(
  { groupId }: DirectoryGroup,
  record: MarkedRecord | undefined,
  isProven: boolean,
): boolean {
  return record === undefined || record.groupId === null ? isProven : record.groupId === groupId;
}

export function createDetection(deps: DetectionDeps) {
  const { tenantId, directory, store, clock, retry, yieldToCallers } = deps;
  // An index of the directory takes a while longer than its reads.
  const youngForMs = 2 * directory.limits.staleReadsMs;

  /** @param onListed gets each page, and those of its groups that are recorded as created */
  return async function detect(
    call: CallContext,
    onListed: (page: ListedGroups, ours: readonly ListedGroup[]) => Promise<void> = async () =>
      undefined,
  ): Promise<readonly DetectedDrift[]> {
    const before = new Date(clock.now() - youngForMs);
    const drift: DetectedDrift[] = [];
    const imitations: DetectedDrift[] = [];
    const seen = new Set<string>();
    let recordedSeen = 0;
    let cursor: string | undefined;
    let pages = 0;
    do {
      if (pages >= mostPages) {
        throw new DirectoryError('unavailable', 'The list of groups in Microsoft 365 has no end.');
      }
      pages += 1;
      await yieldToCallers();
      const from = cursor;
      const page = await retry(call, () => directory.listGroups(from, call));
      // The records are read after the groups: a creation's record exists before its group does.
      const candidates = candidatesOf(page);
      const records = await store.recordsOf(
        tenantId,
        candidates.flatMap(({ marker }) => marker ?? []),
      );
      const listed: ListedGroup[] = [];
      for (const { group, marker, isProven } of candidates) {
        const record = marker === undefined ? undefined : records.get(marker);
        if (marker === undefined || !isOwn(group, record, isProven)) {
          if (imitations.length < mostImitations) imitations.push(imitationOf(group, marker));
          continue;
        }
        if (record !== undefined) recordedSeen += 1;
        seen.add(record?.teamId ?? marker);
        if (record?.status === 'succeeded') listed.push(listedGroup(record.teamId, group));
        const detected = classifyDrift({ ...group, marker }, record, before, deps);
        if (detected === undefined) continue;
        // A list may lag behind a removal.
        if (detected.kind === 'restored' && !(await exists(group.groupId, call))) continue;
        drift.push(detected);
      }
      await onListed(page, listed);
      cursor = page.next;
    } while (cursor !== undefined);
    drift.push(...(await detectMissing(call, seen, recordedSeen > 0, before)));
    // Last, so that a person who creates many imitations hides no other drift in the report.
    return [...drift, ...imitations];
  };

  async function exists(groupId: string, call: CallContext): Promise<boolean> {
    return (await retry(call, () => directory.groupState(groupId, call))) === 'exists';
  }

  /** Looks up each unlisted group by its id, because a list may lag or be incomplete. */
  async function detectMissing(
    call: CallContext,
    seen: ReadonlySet<string>,
    isOurSuite: boolean,
    before: Date,
  ): Promise<DetectedDrift[]> {
    const missing: DetectedDrift[] = [];
    let authors: readonly GroupAuthor[] | undefined;
    const readAuthors = createReadAuthors(deps);
    let afterTeamId: string | undefined;
    for (;;) {
      await yieldToCallers();
      const groups = await store.provisionedGroups(tenantId, before, afterTeamId);
      for (const { teamId, mailNickname, groupId } of groups) {
        if (seen.has(teamId)) continue;
        const state = await retry(call, () => directory.groupState(groupId, call));
        if (state === 'exists') continue;
        if (state === 'unknown' && !isOurSuite) {
          // None of our groups exists: more likely, the connection is wrong than all of them were removed.
          const reason =
            'The directory has neither this group nor any other group of this tenant. Check that the tenant is connected to the right directory.';
          return [...missing, unresolved(teamId, mailNickname, reason)];
        }
        authors ??= await readAuthors(call);
        const by = authorOf(authors, groupId, 'deletion');
        const outcome = `${by ?? 'Someone'} removed it in the directory.`;
        missing.push({ kind: 'missing', teamId, mailNickname, resolved: false, outcome, by });
      }
      afterTeamId = groups.at(-1)?.teamId;
      if (afterTeamId === undefined) return missing;
    }
  }
}

function listedGroup(
  teamId: string,
  { displayName, description, visibility, hasTeam }: DirectoryGroup,
): ListedGroup {
  return { teamId, displayName, description, visibility, hasTeam };
}

function imitationOf(group: DirectoryGroup, marker: string | undefined): DetectedDrift {
  const { groupId, mailNickname } = group;
  return unresolved(
    marker ?? groupId,
    mailNickname,
    marker === undefined
      ? `The group ${groupId} carries a malformed marker.`
      : `The group ${groupId} carries a marker that this service cannot confirm.`,
  );
}
