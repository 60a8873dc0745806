// Organisations as they are answered, kept serialised. A new group is appended to the bytes that are
// there, so that an organisation with 100,000 groups costs no more to answer after one more.
import { hash } from 'node:crypto';

import type { Timers } from '../../ground/clock.ts';
import { createPoller } from '../../ground/poller.ts';
import { outsideOfCallers } from '../../ground/shared-work.ts';
import type { Organisation } from './organisation.ts';

export interface OrganisationResponse {
  /** The JSON text of section 2.6; a long one is in several parts. */
  body(): readonly Buffer[];
  /** A strong entity tag, quotes included. */
  readonly entityTag: string;
}

export interface GroupsListed {
  readonly listed: number;
  readonly unlisted: number;
}

export interface GroupsListedNow {
  /** Changes with the database's history: then numbers seen before may belong to other groups. */
  readonly history: string;
  readonly byTenant: ReadonlyMap<string, GroupsListed>;
}

export interface GroupListStore {
  /** The first groups of the organisation whose number is above `afterNumber`, in the order of their numbers. */
  readGroups(
    tenantId: string,
    organisationId: string,
    afterNumber: number,
    limit: number,
  ): Promise<readonly { number: number; teamId: string }[]>;
  /** The same of some templates, all of them. */
  readGroupsOfTemplates(
    tenantId: string,
    organisationId: string,
    templateIds: readonly string[],
  ): Promise<readonly { number: number; teamId: string }[]>;
  /** The last number given out in each tenant, and how many groups were taken off its lists again. */
  readGroupsListed(tenantIds: readonly string[]): Promise<GroupsListedNow>;
}

export interface OrganisationCache {
  /** Without a promise when what is kept is up to date. */
  answer(organisation: Organisation): OrganisationResponse | Promise<OrganisationResponse>;
  /**
   * With these templates and their groups alone. It is not kept: those who ask while a read is in progress share the one
   * after it.
   */
  answerOfTemplates(
    organisation: Organisation,
    templateIds: readonly string[],
  ): Promise<OrganisationResponse>;
  /** A commit of this process added groups to the tenant's organisations. */
  invalidate(tenantId: string): void;
  /** Groups of the tenant left their lists in this process. */
  noticeRemoval(tenantId: string): void;
  start(): void;
  /** Resolves when the read in progress is done. */
  stop(): Promise<void>;
}

interface Kept {
  organisation: Organisation;
  /** Organisation and groups up to the last one: `bytes.subarray(0, length)`. */
  bytes: Buffer;
  length: number;
  headLength: number;
  tail: Buffer;
  count: number;
  lastNumber: number;
  lastTeamId: string;
  contentHash: string;
  answer: OrganisationResponse;
  /** Groups may have been added. */
  stale: boolean;
  /** Groups were taken off, or the database lost some: the list has to be read from its beginning. */
  outdated: boolean;
  refreshing: Promise<void> | undefined;
}

interface ReadOfTemplates {
  /** As it was last asked for. */
  organisation: Organisation;
  inProgress: Promise<unknown>;
  /** Not begun yet. */
  next: Promise<OrganisationResponse> | undefined;
}

const pollMs = 300;
/** Polls after the last request. */
const pollsWithoutRequest = 10;
/** From here on, sending a second part costs less than copying the first one. */
const longBytes = 64 * 1024;
/** A long list is read in parts, so that it neither holds up other requests nor is in memory as rows. */
const groupsPerRead = 20_000;
const bytesPerGroup = 39; // ,"8-4-4-4-12"

export function createOrganisationCache(deps: {
  store: GroupListStore;
  timers: Timers;
  onError: (error: unknown) => void;
}): OrganisationCache {
  const { store, timers, onError } = deps;
  const tenants = new Map<string, GroupsListed & { organisations: Map<string, Kept> }>();
  const readsOfTemplates = new Map<string, ReadOfTemplates>();
  let history: string | undefined;
  let isStarted = false;
  let pollsLeft = 0;
  let firstPoll: Promise<void> | undefined;

  function answer(
    organisation: Organisation,
  ): OrganisationResponse | Promise<OrganisationResponse> {
    const hasPaused = pollsLeft === 0;
    pollsLeft = pollsWithoutRequest;
    if (hasPaused) {
      if (isStarted) poller.start();
      firstPoll = poll()
        .catch((error: unknown) => {
          pollsLeft = 0;
          throw error;
        })
        .finally(() => {
          firstPoll = undefined;
        });
    }
    // After a pause, groups of other processes may have been added or removed unnoticed.
    if (firstPoll !== undefined) return firstPoll.then(() => current(organisation));
    return current(organisation);
  }

  function current(
    organisation: Organisation,
  ): OrganisationResponse | Promise<OrganisationResponse> {
    const kept = tenants.get(organisation.tenantId)?.organisations.get(organisation.organisationId);
    if (kept === undefined) return load(organisation);
    if (kept.organisation !== organisation) rewrite(kept, organisation);
    // The change that made it stale may be committed, but not read yet.
    return kept.stale || kept.refreshing !== undefined ? refreshed(kept) : kept.answer;
  }

  async function load(organisation: Organisation): Promise<OrganisationResponse> {
    const { tenantId, organisationId } = organisation;
    const tenant = tenants.get(tenantId) ?? {
      listed: 0,
      unlisted: 0,
      organisations: new Map<string, Kept>(),
    };
    tenants.set(tenantId, tenant);
    const present = tenant.organisations.get(organisationId);
    if (present !== undefined) return refreshed(present);
    const kept = keep(organisation);
    tenant.organisations.set(organisationId, kept);
    return refreshed(kept);
  }

  async function refreshed(kept: Kept): Promise<OrganisationResponse> {
    // A refresh in progress may have read before the commit of the group that made it stale.
    if (kept.refreshing !== undefined) await kept.refreshing;
    if (kept.stale) {
      kept.refreshing ??= refresh(kept).finally(() => {
        kept.refreshing = undefined;
      });
    }
    await kept.refreshing;
    return kept.answer;
  }

  async function refresh(kept: Kept): Promise<void> {
    const { tenantId, organisationId } = kept.organisation;
    const { outdated } = kept;
    kept.stale = false;
    kept.outdated = false;
    try {
      let afterNumber = outdated ? 0 : kept.lastNumber;
      for (let isFirst = true; ; isFirst = false) {
        const groups = await store.readGroups(tenantId, organisationId, afterNumber, groupsPerRead);
        if (isFirst && outdated) empty(kept);
        if (groups.length > 0) append(kept, groups);
        if (groups.length < groupsPerRead) break;
        afterNumber = kept.lastNumber;
      }
    } catch (error) {
      kept.stale = true;
      kept.outdated ||= outdated;
      throw error;
    }
  }

  function answerOfTemplates(
    organisation: Organisation,
    templateIds: readonly string[],
  ): Promise<OrganisationResponse> {
    const { tenantId, organisationId } = organisation;
    const key = [tenantId, organisationId, ...templateIds].join('/');
    const read = readsOfTemplates.get(key) ?? {
      organisation,
      inProgress: Promise.resolve(),
      next: undefined,
    };
    readsOfTemplates.set(key, read);
    read.organisation = organisation;
    read.next ??= read.inProgress.then(() => {
      const answered = outsideOfCallers(() => readOfTemplates(read.organisation, templateIds));
      read.next = undefined;
      const end = () => {
        if (read.next === undefined) readsOfTemplates.delete(key);
      };
      read.inProgress = answered.then(end, end);
      return answered;
    });
    return read.next;
  }

  async function readOfTemplates(
    organisation: Organisation,
    templateIds: readonly string[],
  ): Promise<OrganisationResponse> {
    const { tenantId, organisationId } = organisation;
    const groups = await store.readGroupsOfTemplates(tenantId, organisationId, templateIds);
    const templates = organisation.templates.filter(({ templateId }) =>
      templateIds.includes(templateId),
    );
    const made = keep({ ...organisation, templates });
    if (groups.length > 0) append(made, groups);
    return made.answer;
  }

  function invalidate(tenantId: string): void {
    for (const kept of tenants.get(tenantId)?.organisations.values() ?? []) kept.stale = true;
  }

  function readAgain(tenantId: string): void {
    for (const kept of tenants.get(tenantId)?.organisations.values() ?? []) {
      kept.outdated = true;
      kept.stale = true;
    }
  }

  async function poll(): Promise<void> {
    if (tenants.size === 0) return;
    const now = await store.readGroupsListed([...tenants.keys()]);
    if (now.history !== history) {
      for (const tenantId of tenants.keys()) readAgain(tenantId);
      history = now.history;
    }
    for (const [tenantId, { listed, unlisted }] of now.byTenant) {
      const tenant = tenants.get(tenantId);
      if (tenant === undefined) continue;
      if (tenant.listed === listed && tenant.unlisted === unlisted) continue;
      tenants.set(tenantId, { ...tenant, listed, unlisted });
      if (tenant.unlisted !== unlisted || listed < tenant.listed) readAgain(tenantId);
      else invalidate(tenantId);
    }
  }

  async function pollIfAsked(): Promise<void> {
    if (pollsLeft === 0) {
      void poller.stop();
      return;
    }
    await poll();
    pollsLeft -= 1;
  }

  /** Runs from a request until no other has followed it for a while. */
  const poller = createPoller({
    run: pollIfAsked,
    everyMs: pollMs,
    firstAfterMs: pollMs,
    timers,
    onError,
  });

  return {
    answer,
    answerOfTemplates,
    invalidate,
    noticeRemoval: readAgain,
    start() {
      isStarted = true;
      if (pollsLeft > 0) poller.start();
    },
    stop() {
      isStarted = false;
      return poller.stop();
    },
  };
}

function keep(organisation: Organisation): Kept {
  const parts = partsOf(organisation);
  const bytes = Buffer.allocUnsafe(parts.head.length + 64 * bytesPerGroup);
  parts.head.copy(bytes);
  const kept = {
    organisation,
    bytes,
    length: parts.head.length,
    headLength: parts.head.length,
    tail: parts.tail,
    count: 0,
    lastNumber: 0,
    lastTeamId: '',
    contentHash: parts.contentHash,
    stale: true,
    outdated: false,
    refreshing: undefined,
  };
  return { ...kept, answer: answerOf(kept) };
}

/** The organisation or its templates changed: new head and tail around the same groups. */
function rewrite(kept: Kept, organisation: Organisation): void {
  const { head, tail, contentHash } = partsOf(organisation);
  const groups = kept.bytes.subarray(kept.headLength, kept.length);
  const bytes = Buffer.allocUnsafe(head.length + groups.length + 64 * bytesPerGroup);
  head.copy(bytes);
  groups.copy(bytes, head.length);
  kept.organisation = organisation;
  kept.bytes = bytes;
  kept.length = head.length + groups.length;
  kept.headLength = head.length;
  kept.tail = tail;
  kept.contentHash = contentHash;
  kept.answer = answerOf(kept);
}

/** Without any group, as before the first one. */
function empty(kept: Kept): void {
  // Answers that were handed out keep the bytes they were made of.
  const bytes = Buffer.allocUnsafe(kept.bytes.length);
  kept.bytes.copy(bytes, 0, 0, kept.headLength);
  kept.bytes = bytes;
  kept.length = kept.headLength;
  kept.count = 0;
  kept.lastNumber = 0;
  kept.lastTeamId = '';
  kept.answer = answerOf(kept);
}

function append(kept: Kept, groups: readonly { number: number; teamId: string }[]): void {
  const isFirst = kept.length === kept.headLength;
  const text = groups
    .map(({ teamId }, index) => (isFirst && index === 0 ? `"${teamId}"` : `,"${teamId}"`))
    .join('');
  const length = kept.length + text.length;
  if (length > kept.bytes.length) {
    const larger = Buffer.allocUnsafe(Math.ceil(length * 1.25) + 64 * bytesPerGroup);
    kept.bytes.copy(larger, 0, 0, kept.length);
    kept.bytes = larger;
  }
  kept.bytes.write(text, kept.length, 'latin1');
  kept.length = length;
  kept.count += groups.length;
  const last = groups.at(-1);
  kept.lastNumber = last?.number ?? kept.lastNumber;
  kept.lastTeamId = last?.teamId ?? kept.lastTeamId;
  kept.answer = answerOf(kept);
}

function answerOf(kept: Omit<Kept, 'answer'>): OrganisationResponse {
  const head = kept.bytes.subarray(0, kept.length);
  const { tail } = kept;
  let body: readonly Buffer[] | undefined;
  return {
    // Put together when first asked for, so that groups that come in a row are copied once. A long list is never copied.
    body: () => (body ??= head.length > longBytes ? [head, tail] : [Buffer.concat([head, tail])]),
    // Numbers are given out once, so that the count tells what was taken off since the last one was added.
    entityTag: `"${kept.contentHash}.${kept.count.toString(36)}-${kept.lastNumber.toString(36)}-${kept.lastTeamId.slice(-8)}"`,
  };
}

function partsOf({ organisationId, name, identifier, templates }: Organisation) {
  const head = Buffer.from(
    `{"id":${JSON.stringify(organisationId)},"name":${JSON.stringify(name)},"identifier":${JSON.stringify(identifier)},"groups":[`,
  );
  const tail = Buffer.from(
    `],"templates":${JSON.stringify(
      templates.map((template) => ({
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
