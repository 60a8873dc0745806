// A tenant's directory connection: which suite, and how it is reached. Secrets are kept apart, encrypted.

/** The built-in suite. Durations in milliseconds; 0 turns the behaviour off. */
export interface SandboxConnection {
  readonly kind: 'sandbox';
  /** Time for which a new group stays invisible to reads, as during replication. */
  readonly replicationDelayMs: number;
  /** Duration of the creation of a team; 0 creates it at once. */
  readonly teamCreationMs: number;
}

/** The second credential, for SharePoint: it sets sensitivity labels, which Microsoft Graph refuses to applications. */
export type SharePointConnection = {
  /** The address of the admin center of SharePoint. */
  readonly adminUrl: string;
  /** Absent: the operator, whose addresses are trusted. */
  readonly addressGivenBy?: 'administrator';
} & (
  | { readonly credential: 'certificate'; readonly clientId: string }
  | {
      readonly credential: 'managed_identity';
      /** It belongs to a user-assigned identity; absent: the system-assigned one. */
      readonly clientId?: string;
    }
);

interface Microsoft365Base {
  readonly kind: 'microsoft365';
  readonly entraTenantId: string;
  readonly graphBaseUrl: string;
  readonly loginBaseUrl: string;
  /**
   * Absent: the operator, whose addresses are trusted. Those of an administrator are checked when they are
   * connected to, as webhooks are.
   */
  readonly addressesGivenBy?: 'administrator';
  /** Overrides of the published limits: microsoft-graph/rate-limiter.ts. */
  readonly limits: Readonly<Record<string, number>>;
  /** Absent: groups get no sensitivity labels. */
  readonly sharePoint?: SharePointConnection;
}

/** The service signs in as an application that is registered in Entra. */
export interface ApplicationConnection extends Microsoft365Base {
  readonly credential: 'secret' | 'certificate' | 'workload_identity';
  readonly clientId: string;
  /** The day on which a client secret ends (YYYY-MM-DD), as Entra shows it; absent: not known. */
  readonly secretExpiresOn?: string;
}

/** The service signs in as the managed identity that Azure gave to its host. */
export interface ManagedIdentityConnection extends Microsoft365Base {
  readonly credential: 'managed_identity';
  /** It belongs to a user-assigned identity; absent: the system-assigned one. */
  readonly clientId?: string;
}

export type Microsoft365Connection = ApplicationConnection | ManagedIdentityConnection;

/** The credentials that belong to the service and not to a tenant: only the operator can lend them. */
export function isOfTheService(credential: Microsoft365Connection['credential']): boolean {
  return credential === 'workload_identity' || credential === 'managed_identity';
}

/** The result is in words: “workload identity”. */
export function nameOfCredential(credential: Microsoft365Connection['credential']): string {
  return credential.replace('_', ' ');
}

export type DirectoryConnection = SandboxConnection | Microsoft365Connection;

export const suites = [
  'sandbox',
  'microsoft365',
] as const satisfies readonly DirectoryConnection['kind'][];
