// One group of a probe after the other, from its creation to its end, as the observations share it.
import type { CallContext } from '../../directory/call-context.ts';
import { DirectoryError, type CreatedGroup, type Directory } from '../../directory/directory.ts';
import type { GraphClient } from '../graph-client.ts';
import type { Marking } from '../marker.ts';
import type { FoundGroup, OwnGroups } from '../own-group.ts';
import { replicationMs } from '../replication-wait.ts';
import { type Looking, ProbeTimeOver } from './looking.ts';
import type { ProbeGroup, ProbeGroups } from './probe-groups.ts';
import type { SeenHeaders } from './seen-headers.ts';

/** The probe cannot see it, because an earlier part did not succeed; the message says which. */
export class NothingToSee extends Error {}

export interface LifeDeps {
  readonly directory: Directory;
  readonly client: GraphClient;
  readonly marking: () => Promise<Marking>;
  readonly own: OwnGroups;
  readonly groups: ProbeGroups;
  /** Creates a group without a unique name, with the marker in its description. */
  readonly createWithNote: Directory['createGroup'];
  readonly newMarker: () => string;
  readonly looking: Looking;
  readonly headers: SeenHeaders;
  readonly hasSharePoint: boolean;
  readonly ownerId: string | undefined;
  readonly guestId: string | undefined;
}

const conflictPauseMs = 30_000;

export class Life {
  readonly directory: Directory;
  readonly client: GraphClient;
  readonly marking: () => Promise<Marking>;
  readonly own: OwnGroups;
  readonly looking: Looking;
  readonly headers: SeenHeaders;
  readonly hasSharePoint: boolean;
  readonly ownerId: string | undefined;
  readonly guestId: string | undefined;
  readonly newMarker: () => string;
  readonly createWithNote: Directory['createGroup'];
  changesToken: string | undefined;
  hasUniqueName = false;
  hasOwner = false;
  hasTeam = false;
  createdAt = 0;
  private readonly groups: ProbeGroups;
  private present: ProbeGroup | undefined;
  private label: Promise<string | undefined> | undefined;
  /** Groups of this probe that exist, or are kept as deleted ones. */
  private readonly made = new Map<string, ProbeGroup>();

  constructor(deps: LifeDeps) {
    this.directory = deps.directory;
    this.client = deps.client;
    this.marking = deps.marking;
    this.own = deps.own;
    this.groups = deps.groups;
    this.createWithNote = deps.createWithNote;
    this.newMarker = deps.newMarker;
    this.looking = deps.looking;
    this.headers = deps.headers;
    this.hasSharePoint = deps.hasSharePoint;
    this.ownerId = deps.ownerId;
    this.guestId = deps.guestId;
  }

  now(): number {
    return this.client.clock.now();
  }

  group(): ProbeGroup {
    if (this.present === undefined) throw new NothingToSee('the group was not created');
    return this.present;
  }

  begin(group: ProbeGroup): void {
    if (this.present?.groupId !== group.groupId) this.createdAt = this.now();
    this.present = group;
    this.alsoMade(group);
  }

  alsoMade(group: ProbeGroup): void {
    this.made.set(group.groupId, group);
  }

  /** The alias of a group that was deleted a moment ago, or that a killed probe left and is not shown yet, may be taken. */
  async create(attempt: (call: CallContext) => Promise<CreatedGroup>): Promise<CreatedGroup> {
    const startedAt = this.now();
    // An interruption has the answer first, so that it knows which group it has to remove.
    const { signal } = new AbortController();
    for (;;) {
      try {
        return await this.looking.persist((call) => attempt({ ...call, signal }));
      } catch (error) {
        const isTaken = error instanceof DirectoryError && error.code === 'alias_taken';
        if (!isTaken || this.now() - startedAt > replicationMs) throw error;
        await this.looking.pause(conflictPauseMs);
        const others = [...this.made.keys()];
        await this.groups.removeLeftovers(this.looking, others);
      }
    }
  }

  async read(): Promise<{ readonly found: FoundGroup }> {
    const { groupId } = this.group();
    let found: FoundGroup | undefined;
    await this.looking.appears(replicationMs, async (call) => {
      found = await this.own.read(groupId, call);
      return found !== undefined;
    });
    if (found === undefined) throw new NothingToSee('the group is not shown');
    return { found };
  }

  labelId(): Promise<string | undefined> {
    this.label ??= this.looking
      .persist((call) => this.directory.listLabels(call))
      .then((labels) => labels?.[0]?.labelId);
    return this.label;
  }

  /** Deletes all groups of this life; those that are removed completely are forgotten. */
  async deleteAll(looking: Looking): Promise<void> {
    for (const group of this.made.values()) await this.groups.delete(group, looking);
  }

  async purge(looking = this.looking): Promise<boolean> {
    for (const { groupId } of this.made.values()) {
      if (await this.groups.purge(groupId, looking)) this.made.delete(groupId);
    }
    return this.made.size === 0;
  }

  /** Groups that were not removed. */
  kept(): readonly string[] {
    return [...this.made.keys()];
  }

  /** The time of the probe and an interruption end everything; other failures of the suite answer the given value. */
  orTime<T>(error: unknown, otherwise: T): T {
    if (error instanceof ProbeTimeOver || !(error instanceof DirectoryError)) throw error;
    return otherwise;
  }
}
