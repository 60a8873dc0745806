// The directory of a tenant with Microsoft 365. Each method tries once and returns the outcome; provisioning waits and
// retries.
import type { Tracer } from '../ground/trace.ts';
import type { ApplicationLimits } from './application-limits.ts';
import { resourceOf } from './clouds.ts';
import { createSiteLabels, resourceOfSharePoint, type SiteLabels } from './site-labels.ts';
import { createTargetAddresses, type TargetAddresses } from '../outbound/target-addresses.ts';
import type { ProxyFor } from '../outbound/proxies.ts';
import type { Microsoft365Connection } from '../directory/connection.ts';
import type { CallContext } from '../directory/call-context.ts';
import type { AddedPeople, Directory, NewMembers } from '../directory/directory.ts';
import { mayBeClassTeam, obstaclesOf } from '../directory/group-facts.ts';
import { limitNames, publishedLimits, type LimitName, type Limit } from './graph-calls.ts';
import { readDelta } from './delta-query.ts';
import { testConnection } from './connection-test.ts';
import { createFindAliasHolder } from './conflicts.ts';
import { createGraphClient, graphRootOf, partsPerBatch } from './graph-client.ts';
import type { OnCall } from './graph-calls.ts';
import { createGroupExpiration, createGroupMarking, createGroups } from './groups.ts';
import { createGroupAuthors } from './group-authors.ts';
import { createGroupChanges } from './group-changes.ts';
import { createFindMembers } from './group-people.ts';
import { createGroupObservation } from './group-observation.ts';
import { createGroupRestoration, restorableMs } from './group-restoration.ts';
import { createGroupSettings } from './group-settings.ts';
import { createInviteGuest } from './guest-invitations.ts';
import { createMarking, type Marking } from './marker.ts';
import type { ReadMarkingKeys } from './marking-keys.ts';
import { createRateLimiter, type RateLimiter, type RateLimiterClock } from './rate-limiter.ts';
import { createPeople, createPeopleSearch } from './people.ts';
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
import { publicReportHosts } from './clouds.ts';
import { withTeam } from './read-group.ts';
import { createDownloads, createTransport, type Downloads, type Transport } from './transport.ts';
import { createUsageReports } from './usage-reports.ts';
import { createWorkspace } from './workspace.ts';
import { createProbe } from './probe/run-probe.ts';
import { watchTransport } from './probe/seen-headers.ts';
import { createGroupCreation } from './group-creation.ts';

export interface MicrosoftGraphDeps {
  /** Ours, not Entra's: part of the marker. */
  readonly tenantId: string;
  readonly connection: Microsoft365Connection;
  /** The client secret, or the certificate with its private key in PEM; in clear. */
  readonly secret: string | undefined;
  /** The certificate of the second credential with its private key in PEM; in clear. */
  readonly sharePointSecret?: string | undefined;
  readonly markingKeys: ReadMarkingKeys;
  readonly clock: RateLimiterClock;
  /** It belongs to the rate limiter: it is never set back. `clock` unless said otherwise. */
  readonly steadyClock?: RateLimiterClock;
  readonly onCall?: OnCall;
  /** Called when a sign-in has ended; without an error if it gave a token. */
  readonly onSignIn?: (error?: unknown) => void;
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
  /** Hosts that deliver reports, and get no token; those of the global cloud unless said otherwise. */
  readonly reportHosts?: readonly string[];
  /** Handed in by tests. */
  readonly transport?: Transport;
  readonly downloads?: Downloads;
  readonly tokens?: TokenSource;
  /** It belongs to the second credential. */
  readonly tokensFor?: (resource: string) => TokenSource;
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
  const wire = {
    targets: isGuarded ? (deps.targets ?? createTargetAddresses([])) : undefined,
    ...(deps.proxyFor === undefined ? {} : { proxyFor: deps.proxyFor }),
  };
  const { transport, watch } = watchTransport(deps.transport ?? createTransport(wire));
  const downloads = deps.downloads ?? createDownloads(wire);
  /** They are closed with the others. */
  const opened: Transport[] = [];
  const openAlso = (options: Parameters<typeof createTransport>[0] = {}): Transport => {
    const made = createTransport(options);
    opened.push(made);
    return made;
  };
  let forIdentity: Transport | undefined;
  /** The identity endpoint of the host is the operator's, and no proxy reaches it. */
  const identityTransport = () => (forIdentity ??= openAlso());
  const signInTransport =
    connection.credential === 'managed_identity' ? identityTransport() : transport;
  const tokens =
    deps.tokens ??
    createTokenSource(connection, {
      secret,
      clock,
      transport: signInTransport,
      identityEndpoint: deps.identityEndpoint,
      federatedTokenFile: deps.federatedTokenFile,
      onCall,
      onSignIn: deps.onSignIn,
    });
  /** They are closed with the connection. */
  const limiters: RateLimiter[] = [];
  const openLimiter = (clientId: string | undefined): RateLimiter => {
    const { graphBaseUrl } = connection;
    const made = createRateLimiter({
      clock: deps.steadyClock ?? clock,
      limits: limitsOf(connection.limits),
      application: { graphBaseUrl, ...(clientId !== undefined && { clientId }) },
      ...(deps.applicationLimits && { applicationLimits: deps.applicationLimits }),
    });
    limiters.push(made);
    return made;
  };
  const shared = { clock, onCall, tracer: deps.tracer };
  const root = graphRootOf(connection.graphBaseUrl);
  const rateLimiter = openLimiter(connection.clientId);
  const client = createGraphClient({ ...shared, root, tokens, rateLimiter, transport });
  const siteLabels = openSiteLabels();
  function openSiteLabels(): SiteLabels | undefined {
    const { sharePoint } = connection;
    if (sharePoint === undefined) return undefined;
    const { adminUrl, addressGivenBy, ...second } = sharePoint;
    const adminTransport =
      addressGivenBy === 'administrator' && !isGuarded && deps.transport === undefined
        ? openAlso({ ...wire, targets: deps.targets ?? createTargetAddresses([]) })
        : transport;
    const { kind, entraTenantId, graphBaseUrl, loginBaseUrl, limits } = connection;
    const base = { kind, entraTenantId, graphBaseUrl, loginBaseUrl, limits } as const;
    const tokensFor = (resource: string | undefined) =>
      deps.tokensFor?.(resource ?? resourceOf(connection)) ??
      createTokenSource(
        { ...base, ...second },
        {
          secret: deps.sharePointSecret,
          clock,
          transport: second.credential === 'managed_identity' ? identityTransport() : transport,
          resource,
          identityEndpoint: deps.identityEndpoint,
          onCall,
        },
      );
    const sources = {
      sharePoint: tokensFor(resourceOfSharePoint(sharePoint)),
      graph: tokensFor(undefined),
    };
    // The second application has its own share of the limits.
    const both = { ...shared, rateLimiter: openLimiter(second.clientId) };
    return createSiteLabels({
      tokens: sources,
      graph: createGraphClient({ ...both, root, tokens: sources.graph, transport }),
      sharePoint: createGraphClient({
        ...both,
        root: adminUrl.replace(/\/+$/, ''),
        tokens: sources.sharePoint,
        transport: adminTransport,
        peer: 'SharePoint',
      }),
    });
  }

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
  /** Owners are not among them, because the call would make them members. */
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

  let closing: Promise<unknown> | undefined;
  const directory: Directory = {
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
    inviteGuest: createInviteGuest(client),
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
    async readTeamAddress(groupId, call) {
      return (await teams.readTeam(groupId, call))?.webUrl ?? undefined;
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
    ...createGroupSettings({ client, own, noTeam, siteLabels }),
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
    readUsage: createUsageReports({
      client,
      tokens,
      downloads,
      reportHosts: deps.reportHosts ?? publicReportHosts,
      onCall,
    }),
    observeGroups: createGroupObservation({ client, marking: markings, readTeam }),
    validateNames: (names, call) => groups.validateNames(names, call),
    refusedNames: (names, call) => groups.refusedNames(names, call),
    testConnection: (call) => testConnection(client, tokens, siteLabels, call),
    sendMail: createSendMail(client),
    listGroups: (cursor, call) => groups.list(cursor, call),
    async close() {
      for (const one of limiters) one.close();
      await (closing ??= Promise.all([transport, downloads, ...opened].map((one) => one.close())));
    },
  };
  const createWithNote = createGroupCreation({
    client,
    marking: markings,
    replicationWait,
    findAliasHolder,
    findByMarker: groups.findByMarker,
    usesDescription: true,
  });
  const hasSharePoint = siteLabels !== undefined;
  const probed = { directory, client, clock, marking: markings, own, createWithNote };
  return { ...directory, probe: createProbe({ ...probed, hasSharePoint, watch }) };
}
