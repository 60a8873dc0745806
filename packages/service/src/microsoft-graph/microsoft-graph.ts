// The directory of a tenant with Microsoft 365. Each method tries once and returns the outcome; provisioning waits and
// retries.
import type { Tracer } from '../ground/trace.ts';
import type { ApplicationLimits } from './application-limits.ts';
import { createTargetAddresses, type TargetAddresses } from '../outbound/target-addresses.ts';
import type { ProxyFor } from '../outbound/proxies.ts';
import type { Microsoft365Connection } from '../directory/connection.ts';
import type { CallContext } from '../directory/call-context.ts';
import type { AddedPeople, Directory, NewMembers } from '../directory/directory.ts';
import { mayBeClassTeam, obstaclesOf } from '../directory/group-facts.ts';
import { limitNames, publishedLimits, type LimitName, type Limit } from './operations.ts';
import { readDelta } from './delta-query.ts';
import { testConnection } from './connection-test.ts';
import { createFindAliasHolder } from './alias-holder.ts';
import { createGraphClient, partsPerBatch } from './graph-client.ts';
import type { OnCall } from './send-request.ts';
import { createGroupExpiration } from './group-expiration.ts';
import { createGroupAuthors } from './group-authors.ts';
import { createGroupChanges } from './group-changes.ts';
import { createFindMembers } from './group-members.ts';
import { createGroupMarking } from './group-marking.ts';
import { createGroupObservation } from './group-observation.ts';
import { createGroupRestoration, restorableMs } from './group-restoration.ts';
import { createGroupSettings } from './group-settings.ts';
import { createGroups } from './groups.ts';
import { createMarking, type Marking } from './marker.ts';
import type { ReadMarkingKeys } from './marking-keys.ts';
import { createRateLimiter, type RateLimiterClock } from './rate-limiter.ts';
import { createPeople } from './people.ts';
import { createPeopleSearch } from './people-search.ts';
import { createPeopleChanges } from './people-changes.ts';
import { createOwnGroups } from './own-group.ts';
import { createPeopleRemoval, peoplePerRemoval } from './people-removal.ts';
import { createReplicationWait, replicationMs } from './replication-wait.ts';
import type { IdentityEndpoint } from './sign-in.ts';
import { createSendMail } from './send-mail.ts';
import { createTeamArchiving } from './team-archiving.ts';
import { createTeamMemberships } from './team-memberships.ts';
import { minPollIntervalMs } from './team-operation.ts';
import { createTeams } from './teams.ts';
import { createTokenSource, type TokenSource } from './token.ts';
import { withTeam } from './read-group.ts';
import { createTransport, type Transport } from './transport.ts';
import { createWorkspace } from './workspace.ts';

export interface MicrosoftGraphDeps {
  /** Ours, not Entra's: part of the marker. */
  readonly tenantId: string;
  readonly connection: Microsoft365Connection;
  /** The client secret, or the certificate with its private key in PEM; in clear. */
  readonly secret: string | undefined;
  readonly markingKeys: ReadMarkingKeys;
  readonly clock: RateLimiterClock;
  /** It belongs to the rate limiter: it is never set back. `clock` unless said otherwise. */
  readonly steadyClock?: RateLimiterClock;
  readonly onCall?: OnCall;
  readonly tracer?: Tracer | undefined;
  /** Shared by the connections of the process; without them the connection keeps its own limits only. */
  readonly applicationLimits?: ApplicationLimits;
  /** Permitted targets of addresses from an administrator; by default, only public ones. */
  readonly targets?: TargetAddresses;
  /** The operator's proxy; none unless said otherwise. */
  readonly proxyFor?: ProxyFor;
  /** It belongs to the host's managed identity; that of a virtual machine unless said otherwise. */
  readonly identityEndpoint?: IdentityEndpoint | undefined;
  readonly federatedTokenFile?: string | undefined;
  /** Handed in by tests. */
  readonly transport?: Transport;
  readonly tokens?: TokenSource;
}

/** A change of any of these makes a group appear in the delta query. Those of its people would be too many. */
const followedOfGroups = 'id,displayName,description,mailNickname,visibility';

/** The published limits, with the connection's overrides of the number of calls. */
function limitsOf(overrides: Readonly<Record<string, number>>): Readonly<Record<LimitName, Limit>> {
  const entries = limitNames.map((name): [LimitName, Limit] => [
    name,
    { ...publishedLimits[name], calls: overrides[name] ?? publishedLimits[name].calls },
  ]);
  return Object.fromEntries(entries) as Record<LimitName, Limit>;
}

export function createMicrosoftGraphDirectory(deps: MicrosoftGraphDeps): Directory {
  const { tenantId, connection, secret, clock, onCall } = deps;
  const isGuarded = connection.addressesGivenBy === 'administrator';
  const transport =
    deps.transport ??
    createTransport({
      targets: isGuarded ? (deps.targets ?? createTargetAddresses([])) : undefined,
      ...(deps.proxyFor === undefined ? {} : { proxyFor: deps.proxyFor }),
    });
  // The identity endpoint of the host is the operator's, and no proxy reaches it.
  const signInTransport =
    connection.credential === 'managed_identity' ? createTransport() : transport;
  const tokens =
    deps.tokens ??
    createTokenSource(connection, {
      secret,
      clock,
      transport: signInTransport,
      identityEndpoint: deps.identityEndpoint,
      federatedTokenFile: deps.federatedTokenFile,
    });
  const rateLimiter = createRateLimiter({
    clock: deps.steadyClock ?? clock,
    limits: limitsOf(connection.limits),
    application: connection,
    ...(deps.applicationLimits && { applicationLimits: deps.applicationLimits }),
  });
  const client = createGraphClient({
    graphBaseUrl: connection.graphBaseUrl,
    tokens,
    rateLimiter,
    transport,
    clock,
    ...(onCall === undefined ? {} : { onCall }),
    tracer: deps.tracer,
  });
  let marking: Promise<Marking> | undefined;
  /** Read when first needed, and again where that did not work. */
  async function markings(): Promise<Marking> {
    marking ??= deps.markingKeys(tenantId).then((keys) => createMarking(tenantId, keys));
    try {
      return await marking;
    } catch (error) {
      marking = undefined;
      throw error;
    }
  }
  const replicationWait = createReplicationWait(clock);
  const people = createPeople(client);
  const own = createOwnGroups({ client, marking: markings, replicationWait });
  const findAliasHolder = createFindAliasHolder(client, markings);
  const groups = createGroups({
    client,
    marking: markings,
    replicationWait,
    own,
    findAliasHolder,
  });
  const teams = createTeams(client, replicationWait, {
    async among(personIds, context) {
      const found = await people.resolve(personIds, context);
      return new Set(
        found.filter(({ person }) => person?.kind === 'guest').map(({ reference }) => reference),
      );
    },
    add: (groupId, personIds, context) => groups.people.addEach(groupId, personIds, context),
  });
  const { readOwners } = groups.people;
  const { readTeam } = teams;
  const noTeam = (groupId: string, context: CallContext) =>
    teams.notVisible(groupId, 'team', context);
  const removal = createPeopleRemoval({
    client,
    own,
    memberships: createTeamMemberships({ client, notVisible: noTeam }),
    readOwners,
  });
  /** Without owners, whom the call would make members. */
  async function addTeamMembers(
    groupId: string,
    { memberIds, mayBeOwners }: NewMembers,
    call: CallContext,
  ): Promise<AddedPeople> {
    const owners = mayBeOwners ? await readOwners(groupId, call) : [];
    const ownerIds = new Set(owners.map((id) => id.toLowerCase()));
    const others = memberIds.filter((id) => !ownerIds.has(id.toLowerCase()));
    return others.length === 0 ? { refused: [] } : teams.addPeople(groupId, [], others, call);
  }
  const archiving = createTeamArchiving({ client, own, readTeam, readOwners, notVisible: noTeam });

  return {
    kind: 'microsoft365',
    limits: {
      peopleAtCreation: 20,
      peoplePerCall: 200,
      peoplePerRemoval,
      groupsPerObservation: partsPerBatch,
      restorableMs,
      maxTeamMembers: 25_000,
      peopleAfterTeam: true,
      minPollIntervalMs,
      replicationMs,
      staleReadsMs: 30 * 60_000,
      ownersAtCreationAreMembers: false,
    },
    resolvePeople: (references, call) => people.resolve(references, call),
    searchPeople: createPeopleSearch(client),
    ...createPeopleChanges({ client, tokens }),
    createGroup: (group, call) => groups.create(group, call),
    addOwners: (groupId, people, through, call) =>
      through === 'team'
        ? teams.addPeople(groupId, people.ownerIds, people.memberIds, call)
        : groups.people.addOwners(groupId, people, call),
    addMembers: (groupId, people, through, call) =>
      through === 'team'
        ? addTeamMembers(groupId, people, call)
        : groups.people.addMembers(groupId, people.memberIds, call),
    createTeam: (groupId, call) => teams.create(groupId, call),
    readTeamCreation: (groupId, operation, call) => teams.readCreation(groupId, operation, call),
    createChannel: (groupId, channel, call) => teams.createChannel(groupId, channel, call),
    findGroupByMarker: groups.findByMarker,
    async readGroup(groupId, call, withAddress = false) {
      const group = await groups.read(groupId, call);
      if (group === undefined || !group.hasTeam) return group;
      if (!withAddress && !mayBeClassTeam(true, obstaclesOf(group.facts))) return group;
      const team = await teams.readTeam(groupId, call);
      const facts = team === undefined ? group.facts : withTeam(group.facts, team);
      return {
        ...group,
        webUrl: team?.webUrl ?? undefined,
        isArchived: team?.isArchived ?? false,
        facts,
      };
    },
    ...createWorkspace(client),
    readPeople: (groupId, call) => people.inLine(() => groups.people.read(groupId, call), call),
    findMembers: createFindMembers(client),
    readGuestIds: (groupId, call) => groups.people.readGuests(groupId, call),
    groupState: (groupId, call) => groups.groupState(groupId, call),
    deleteGroup: (group, call) => groups.remove(group, call),
    async verifyGroup(group, call) {
      await own.require(group, call);
    },
    markGroup: createGroupMarking({ client, marking: markings, own }),
    updateGroup: createGroupChanges({ client, marking: markings, own }),
    ...createGroupSettings({ client, own, noTeam }),
    ...createGroupExpiration({ client, own }),
    removeOwners: (group, personIds, through, call) =>
      removal.removeOwners(group, personIds, through, call),
    removeMembers: (group, personIds, through, call) =>
      removal.removeMembers(group, personIds, through, call),
    archiveTeam: (group, call) => archiving.archive(group, call),
    unarchiveTeam: (group, call) => archiving.unarchive(group, call),
    readArchiving: (group, operation, call) => archiving.read(group, operation, call),
    restoreGroup: createGroupRestoration({ client, own, replicationWait, findAliasHolder }),
    readGroupChanges: (token, call) =>
      readDelta(client, { of: 'groups', properties: followedOfGroups }, token, call),
    readGroupAuthors: createGroupAuthors({
      client,
      tokens,
      clientId: 'clientId' in connection ? connection.clientId : undefined,
    }),
    observeGroups: createGroupObservation({ client, marking: markings, readTeam }),
    validateNames: (names, call) => groups.validateNames(names, call),
    testConnection: (call) => testConnection(client, tokens, call),
    sendMail: createSendMail(client),
    listGroups: (cursor, call) => groups.list(cursor, call),
    async close() {
      rateLimiter.close();
      await transport.close();
      if (signInTransport !== transport) await signInTransport.close();
    },
  };
}
