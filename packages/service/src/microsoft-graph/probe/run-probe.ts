// A probe of the connection: compares Microsoft 365 with the assumptions of the connection on one short-lived group, and
// leaves nothing behind. A killed probe leaves its group, which the next one finds and removes.
import { randomBytes } from 'node:crypto';
import type { Clock, Timers } from '../../ground/clock.ts';
import type { ProbedAssumption, ProbeReport } from '../../directory/connection-report.ts';
import { DirectoryError, type Directory } from '../../directory/directory.ts';
import { isGuid } from '../../directory/person-reference.ts';
import type { GraphClient } from '../graph-client.ts';
import { createProbeMarker, type Marking } from '../marker.ts';
import type { OwnGroups } from '../own-group.ts';
import { replicationMs } from '../replication-wait.ts';
import { type Assumption, assumptions, type Seen } from './assumptions.ts';
import { Life, NothingToSee } from './life.ts';
import { createLooking, type Looking, ProbeTimeOver } from './looking.ts';
import { AliasOfOthers, createProbeGroups } from './probe-groups.ts';
import { watchHeaders, type Watch } from './seen-headers.ts';

/** A group can be deleted once it is shown. */
const removalMs = replicationMs + 10 * 60_000;

export function createProbe(deps: {
  readonly directory: Directory;
  readonly client: GraphClient;
  readonly clock: Clock & Timers;
  readonly marking: () => Promise<Marking>;
  readonly own: OwnGroups;
  readonly createWithNote: Directory['createGroup'];
  readonly hasSharePoint: boolean;
  readonly watch: Watch;
}): NonNullable<Directory['probe']> {
  const { directory, client, clock, marking } = deps;
  const groups = createProbeGroups({ client, marking, directory });

  /** @throws DirectoryError `refused` if there is no such person */
  async function findPerson(
    reference: string | undefined,
    role: string,
    { persist }: Looking,
  ): Promise<string | undefined> {
    if (reference === undefined) return undefined;
    const [found] = await persist((call) => directory.resolvePeople([reference], call));
    if (found?.person !== undefined && isGuid(found.person.id)) return found.person.id;
    throw new DirectoryError('refused', `The ${role} of the probe is not in Microsoft 365.`);
  }

  async function remove(life: Life, teamId: string, ends?: AbortSignal): Promise<number> {
    const { signal } = ends === undefined ? new AbortController() : { signal: ends };
    const looking = createLooking(clock, { signal, teamId }, clock.now() + removalMs);
    try {
      await life.deleteAll(looking);
      await life.purge(looking);
      // The answer of a creation may have been lost.
      await groups.removeLeftovers(looking, life.kept());
    } catch (error) {
      if (!(error instanceof DirectoryError || error instanceof ProbeTimeOver)) throw error;
    }
    return life.kept().length;
  }

  return async (options, { signal, teamId }): Promise<ProbeReport> => {
    const { owner, guest, withinMs, removesOnly = false, removalEnds } = options;
    const looking = createLooking(clock, { signal, teamId }, clock.now() + withinMs);
    if (removesOnly) {
      const shown = await groups.removeLeftovers(looking);
      // A group whose creation was the last act of a process is shown later.
      await looking.pause(replicationMs);
      const leftoversRemoved = shown + (await groups.removeLeftovers(looking));
      return { assumptions: [], leftoversRemoved, leftBehind: 0 };
    }
    const ownerId = await findPerson(owner, 'owner', looking);
    const guestId = await findPerson(guest, 'guest', looking);
    const leftoversRemoved = await groups.removeLeftovers(looking);
    const { seen: headers, end } = watchHeaders(deps.watch, client.root, () => clock.now());
    const newMarker = () => createProbeMarker(randomBytes);
    const life = new Life({ ...deps, groups, looking, headers, newMarker, ownerId, guestId });
    const seen: ProbedAssumption[] = [];
    let leftBehind = 0;
    try {
      let isDeleted = false;
      for (const assumption of assumptions) {
        const { of, name, assumed, simulated } = assumption;
        const startedAt = clock.now();
        const result = await observed(assumption, life, async () => {
          if (of === 'deleted_group' && !isDeleted) await life.deleteAll(looking);
          isDeleted ||= of === 'deleted_group';
        });
        const durationMs = clock.now() - startedAt;
        seen.push({ name, ...result, durationMs, assumed, simulated });
      }
    } finally {
      end();
      leftBehind = await remove(life, teamId, removalEnds);
    }
    return { assumptions: seen, leftoversRemoved, leftBehind };
  };
}

/** A failure is reported by its code alone: the words of Microsoft may have names. */
async function observed(
  { needs, observe }: Assumption,
  life: Life,
  prepare: () => Promise<void>,
): Promise<Seen> {
  try {
    await prepare();
    const has = { owner: life.ownerId !== undefined, guest: life.guestId !== undefined };
    if (needs !== undefined && !has[needs]) return unseen(`no ${needs} was named`);
    return await observe(life);
  } catch (error) {
    if (error instanceof ProbeTimeOver) return unseen('the time of the probe was over');
    if (error instanceof NothingToSee) return unseen(error.message);
    if (error instanceof AliasOfOthers) return unseen('another group took the alias');
    if (!(error instanceof DirectoryError)) throw error;
    if (error.code === 'permission_missing') return unseen('a permission is missing');
    if (error.code === 'group_gone') return unseen('someone removed the group');
    return { state: 'changed', seen: error.code.replaceAll('_', ' ') };
  }
}

function unseen(seen: string): Seen {
  return { state: 'not_seen', seen };
}
