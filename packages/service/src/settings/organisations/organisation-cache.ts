// Organisations as they are answered, kept serialised with their entity tags. Each answer asks how many groups the tenant
// has listed, reads what is new of the organisation's list, and shares the bytes while nothing changes.
import { hash } from 'node:crypto';

import { createBatcher } from '../../ground/batcher.ts';
import type { Organisation } from './organisation.ts';

export interface OrganisationResponse {
  /** The JSON text of section 2.6. */
  readonly body: Buffer;
  /** A strong entity tag, quotes included. */
  readonly entityTag: string;
}

/** The state of a tenant's lists at a moment. */
export interface GroupsListed {
  /** Changes with the database's history: then numbers seen before may belong to other groups. */
  readonly history: string;
  /** The last number given out. */
  readonly listed: number;
  /** How many groups were taken off the lists again. */
  readonly unlisted: number;
}

export interface ListedGroups {
  readonly count: number;
  /** The number of the last one; null without groups. */
  readonly lastNumber: number | null;
  /** Their ids in the order of their numbers, as members of a JSON array; null without groups. */
  readonly text: string | null;
}

export interface GroupListStore {
  /** The state of each tenant's lists, in the order of the tenants. */
  readGroupsListed(tenantIds: readonly string[]): Promise<readonly GroupsListed[]>;
  /**
   * The first groups of the organisation whose number is above `afterNumber`.
   * @param templateIds of these templates alone, or null
   */
  readGroups(
    organisation: Pick<Organisation, 'tenantId' | 'organisationId'>,
    templateIds: readonly string[] | null,
    afterNumber: number,
    limit: number,
  ): Promise<ListedGroups>;
}

export interface OrganisationCache {
  /** @param templateIds with these templates and their groups alone, or null */
  answer(
    this: void,
    organisation: Organisation,
    templateIds: readonly string[] | null,
  ): Promise<OrganisationResponse>;
}

interface Kept extends OrganisationResponse {
  readonly organisation: Organisation;
  readonly groupsListed: GroupsListed;
  /** The ids within the body. */
  readonly groups: Buffer;
  readonly count: number;
  readonly lastNumber: number;
}

interface Entry {
  /** Requests bring the answer up to date one after the other. */
  turn: Promise<unknown>;
  kept: Kept | undefined;
}

/** A long list is read in parts, so that none of them holds up other requests. */
const groupsPerRead = 20_000;
const tenantsPerRead = 1_000;
/** Answers that nobody asked for lately are dropped beyond it. */
const mostBytes = 64 * 1024 * 1024;

export function createOrganisationCache(store: GroupListStore): OrganisationCache {
  /** The entries that were asked for last are at the end. */
  const entries = new Map<string, Entry>();
  const readGroupsListed = createBatcher({
    flush: (tenantIds: readonly string[]) => store.readGroupsListed(tenantIds),
    tenantOf: (tenantId) => tenantId,
    maxItems: tenantsPerRead,
    maxConcurrent: 1,
  });

  async function answer(organisation: Organisation, templateIds: readonly string[] | null) {
    const { tenantId, organisationId } = organisation;
    const groupsListed = await readGroupsListed(tenantId);
    const key = [tenantId, organisationId, ...(templateIds ?? [])].join('/');
    const entry = entries.get(key) ?? { turn: Promise.resolve(), kept: undefined };
    entries.delete(key);
    entries.set(key, entry);
    const answered = entry.turn.then(() =>
      isCurrent(entry.kept, organisation, groupsListed)
        ? entry.kept
        : bringUpToDate(entry, organisation, templateIds, groupsListed),
    );
    entry.turn = answered.catch(() => undefined);
    return answered;
  }

  async function bringUpToDate(
    entry: Entry,
    organisation: Organisation,
    templateIds: readonly string[] | null,
    groupsListed: GroupsListed,
  ): Promise<Kept> {
    const kept = hasOnlyGrown(entry.kept, groupsListed) ? entry.kept : undefined;
    let { count, lastNumber } = kept ?? { count: 0, lastNumber: 0 };
    let after = Math.max(lastNumber, kept?.groupsListed.listed ?? 0);
    const parts = kept === undefined ? [] : [kept.groups];
    for (let hasMore = kept?.groupsListed.listed !== groupsListed.listed; hasMore;) {
      const read = await store.readGroups(organisation, templateIds, after, groupsPerRead);
      if (read.text !== null) parts.push(Buffer.from(count > 0 ? `,${read.text}` : read.text));
      count += read.count;
      lastNumber = read.lastNumber ?? lastNumber;
      after = lastNumber;
      hasMore = read.count === groupsPerRead;
    }
    const { head, tail, contentHash } = framesOf(organisation, templateIds);
    const body = Buffer.concat([head, ...parts, tail]);
    const groups = body.subarray(head.length, body.length - tail.length);
    const lastOfId = groups.subarray(-9, -1).toString();
    // Numbers are given out once, so that the count tells what was taken off since the last one was added.
    const entityTag = `"${contentHash}.${count.toString(36)}-${lastNumber.toString(36)}-${lastOfId}"`;
    entry.kept = { organisation, groupsListed, groups, count, lastNumber, body, entityTag };
    dropOldest();
    return entry.kept;
  }

  function dropOldest(): void {
    let bytes = 0;
    for (const { kept } of entries.values()) bytes += kept?.body.length ?? 0;
    for (const [key, { kept }] of entries) {
      if (bytes <= mostBytes || entries.size === 1) return;
      entries.delete(key);
      bytes -= kept?.body.length ?? 0;
    }
  }

  return { answer };
}

function isCurrent(
  kept: Kept | undefined,
  organisation: Organisation,
  { history, listed, unlisted }: GroupsListed,
): kept is Kept {
  const seen = kept?.groupsListed;
  return (
    kept?.organisation === organisation &&
    seen?.history === history &&
    seen.listed === listed &&
    seen.unlisted === unlisted
  );
}

function hasOnlyGrown(
  kept: Kept | undefined,
  { history, listed, unlisted }: GroupsListed,
): kept is Kept {
  const seen = kept?.groupsListed;
  return seen?.history === history && seen.listed <= listed && seen.unlisted === unlisted;
}

/** The answer around the ids of its groups. */
function framesOf(
  { organisationId, name, identifier, templates }: Organisation,
  templateIds: readonly string[] | null,
) {
  const head = Buffer.from(
    `{"id":${JSON.stringify(organisationId)},"name":${JSON.stringify(name)},"identifier":${JSON.stringify(identifier)},"groups":[`,
  );
  const tail = Buffer.from(
    `],"templates":${JSON.stringify(
      templates
        .filter(({ templateId }) => templateIds === null || templateIds.includes(templateId))
        .map((template) => ({
          id: template.templateId,
          name: template.name,
          identifier: template.identifier,
          mailNicknamePattern: template.mailNicknamePattern,
          displayNamePattern: template.displayNamePattern,
        })),
    )}}`,
  );
  const contentHash = hash('sha256', Buffer.concat([head, tail]), 'base64url').slice(0, 16);
  return { head, tail, contentHash };
}
