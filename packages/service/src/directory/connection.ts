// A tenant's directory connection: which suite, and how it is reached. Secrets are kept apart, sealed.

/** The built-in suite. Durations in milliseconds; 0 turns the behaviour off. */
export interface SandboxConnection {
  readonly kind: 'sandbox';
  /** Time for which a new group stays invisible to reads, as during replication. */
  readonly replicationDelayMs: number;
  /** Duration of the creation of a team; 0 creates it at once. */
  readonly teamCreationMs: number;
}

/** Microsoft 365 by Microsoft Graph. */
export interface Microsoft365Connection {
  readonly kind: 'microsoft365';
  readonly entraTenantId: string;
  readonly clientId: string;
  readonly credential: 'secret' | 'certificate' | 'workload_identity';
  readonly graphBaseUrl: string;
  readonly loginBaseUrl: string;
  /**
   * Absent: the operator, whose addresses are trusted. Those of an administrator are checked when they are
   * connected to, as webhooks are.
   */
  readonly addressesGivenBy?: 'administrator';
  /** Overrides of the published limits: microsoft-graph/rate-limiter.ts. */
  readonly limits: Readonly<Record<string, number>>;
}

export type DirectoryConnection = SandboxConnection | Microsoft365Connection;
