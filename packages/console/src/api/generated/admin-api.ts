// Written by scripts/client-types.ts from docs/api/admin-openapi.json; do not edit.

/** A list that may grow: known values are offered, others stay readable. */
export type Open<Known extends string> = Known | (string & Record<never, never>);

/** One fault of the input, with either pointer or parameter. */
export type Fault = {
  /** Where in the body (RFC 6901). */
  readonly pointer?: string;
  /** Which parameter of the query, or which header. */
  readonly parameter?: string;
  /** For programs, for example required, too_long or alias_reserved. */
  readonly code: string;
  /** A sentence for people. */
  readonly detail: string;
};

/** A problem (RFC 9457). */
export type Problem = {
  /** A page that explains the problem. */
  readonly type: string;
  /** The problem in a few words. */
  readonly title: string;
  /** The HTTP status. */
  readonly status: number;
  /** What went wrong this time, for people. */
  readonly detail: string;
  readonly code: ProblemCode;
  /** The same as the header Request-Id. */
  readonly requestId: string;
  /** Every fault of the input, in its order. */
  readonly errors?: readonly Fault[];
};

/** What went wrong, for programs. The list may grow.

- `malformed_json` (400): The body could not be read as JSON: a syntax error, text that is not UTF-8, a member that stands twice, or nesting deeper than 32 levels.
- `invalid_query` (400): A parameter of the query is unknown, or has a value that it cannot have.
- `invalid_request` (400): The request, or one of its headers, is not what HTTP or this service can read.
- `invalid_credentials` (401): Tenant, key and secret do not belong together, or the key is revoked or expired. Which of these it is, is not told.
- `invalid_token` (401): The access token is missing, expired, not one of ours, or its API key has been revoked.
- `not_signed_in` (401): This address of the admin center needs a session, and there is none, or it has ended.
- `sign_in_failed` (403): The sign-in to the admin center did not work, for example because its link was used already.
- `forbidden` (403): You are known, but may not do this in the admin center.
- `not_found` (404): There is nothing at this address, or nothing that this tenant may see.
- `method_not_allowed` (405): The address exists, but not for this method.
- `not_acceptable` (406): The Accept header excludes every media type that this address can answer with.
- `request_timeout` (408): The request did not arrive completely in time.
- `mail_nickname_taken` (409): Another group of the tenant has this mailNickName, or is being created with it. Upper and lower case do not differ.
- `version_conflict` (412): What you wanted to change was changed by someone else since you read it.
- `in_use` (409): What you wanted to remove is still needed by something else.
- `quota_exceeded` (409): The tenant already keeps as much of this kind as it may.
- `payload_too_large` (413): The body is larger than 2 MiB, or holds more than 50,000 values.
- `unsupported_media_type` (415): The Content-Type of the body is missing, or not one that this address reads.
- `validation_failed` (422): The body could be read, but what it says is not possible.
- `idempotency_key_reused` (422): This Idempotency-Key came with another body before. Keys are kept for 30 days, those of the admin API for one.
- `rate_limited` (429): The API key or administrator sent more than it may in a minute, has two costly requests or 32 MiB of bodies under way, or its tenant has too many event streams, exports or proofs open.
- `too_many_failed_attempts` (429): Too many token requests with wrong credentials came from this address.
- `headers_too_large` (431): The headers of the request are larger than 16 KiB together.
- `unavailable` (503): The service cannot answer right now, for example because it cannot reach its database. Nothing was changed.
- `internal_error` (500): The service failed in a way that it did not expect.
- `people_not_found` (422): The creation failed because the directory does not know some of the people. Those whom it knows and who cannot be part of the group are named with them. Nothing was created, and the alias is free again.
- `people_not_eligible` (422): The creation failed because some of the people cannot be part of the group, for example because their account is disabled. Nothing was created, and the alias is free again.
- `directory_refused` (502): The creation failed because the directory refused the group.
- `directory_alias_taken` (409): The creation failed because something in the directory that is not ours has this alias. It was not touched.
- `directory_name_refused` (422): The creation failed because the naming policy of the directory refuses the displayName or the mailNickName. Nothing was created, and the alias is free again.
- `directory_permission_missing` (502): The creation failed because this service lacks a permission in the directory.
- `directory_unavailable` (503): The creation failed because the directory could not be reached for a long time. */
export type ProblemCode = Open<
  | 'malformed_json'
  | 'invalid_query'
  | 'invalid_request'
  | 'invalid_credentials'
  | 'invalid_token'
  | 'not_signed_in'
  | 'sign_in_failed'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'request_timeout'
  | 'mail_nickname_taken'
  | 'version_conflict'
  | 'in_use'
  | 'quota_exceeded'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'validation_failed'
  | 'idempotency_key_reused'
  | 'rate_limited'
  | 'too_many_failed_attempts'
  | 'headers_too_large'
  | 'unavailable'
  | 'internal_error'
  | 'people_not_found'
  | 'people_not_eligible'
  | 'directory_refused'
  | 'directory_alias_taken'
  | 'directory_name_refused'
  | 'directory_permission_missing'
  | 'directory_unavailable'
>;

/** By method and path. */
export interface Routes {
  readonly get: {
    /** How one can sign in. */
    readonly '/{tenantId}/sign-in': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly answer: {
        readonly provider: {
          /** Host name of the provider. */
          readonly host: string;
        } | null;
      };
    };
    /** Who is signed in. */
    readonly '/{tenantId}/session': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly answer: {
        readonly tenant: {
          readonly tenantId: string;
          readonly name: string;
        };
        readonly administrator: {
          readonly administratorId: string;
          readonly email: string;
          readonly name: string | null;
          /** A reader sees everything and changes nothing. */
          readonly role: 'administrator' | 'reader';
        };
        /** To be sent as X-CSRF-Token with every change. */
        readonly csrfToken: string;
        /** When the session ends in any case. */
        readonly expiresAt: string;
      };
    };
    /** How creations went in the last 30 days, and what waits. */
    readonly '/{tenantId}/overview': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly answer: {
        /** The last 30 days, oldest first. */
        readonly days: readonly {
          readonly date: string;
          readonly open: number;
          readonly succeeded: number;
          readonly failed: number;
          readonly cancelled: number;
        }[];
        readonly finish: {
          readonly medianMs: number | null;
          readonly p95Ms: number | null;
          readonly classes: readonly {
            readonly upToMs: number | null;
            readonly count: number;
          }[];
        };
        readonly failures: readonly {
          readonly code: string;
          readonly count: number;
        }[];
        readonly waiting: {
          readonly accepted: number;
          readonly running: number;
          readonly oldestSince: string | null;
        };
        readonly groups: number;
        readonly organisations: number;
        readonly templates: number;
      };
    };
    /** API keys, newest first, revoked ones too. */
    readonly '/{tenantId}/api-keys': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly query: {
        /** Items to skip. */
        readonly offset?: number;
        readonly limit?: number;
      };
      readonly answer: {
        readonly items: readonly {
          readonly keyId: string;
          readonly name: string;
          readonly state: 'active' | 'expired' | 'revoked';
          readonly createdAt: string;
          readonly createdBy: {
            /** administrator, operator or service. */
            readonly kind: string;
            readonly id: string;
          };
          readonly expiresAt: string | null;
          readonly revokedAt: string | null;
          readonly lastUsedAt: string | null;
          /** One, or two while rotating. The secrets themselves are kept nowhere. */
          readonly secrets: readonly {
            readonly secretId: string;
            readonly createdAt: string;
          }[];
          /** For If-Match. */
          readonly etag: string;
        }[];
        /** How many there are in all pages. */
        readonly total: number;
        readonly nextLink?: string;
      };
    };
    /** Organisations with the names of their templates. */
    readonly '/{tenantId}/organisations': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly query: {
        /** Items to skip. */
        readonly offset?: number;
        readonly limit?: number;
      };
      readonly answer: {
        readonly items: readonly {
          readonly organisationId: string;
          readonly name: string;
          readonly identifier: string;
          readonly templates: readonly {
            readonly templateId: string;
            readonly name: string;
            readonly identifier: string;
            readonly mailNicknamePattern: string;
            readonly displayNamePattern: string;
            readonly kind: 'team' | 'group';
          }[];
          /** For If-Match. */
          readonly etag: string;
        }[];
        /** How many there are in all pages. */
        readonly total: number;
        readonly nextLink?: string;
      };
    };
    /** Read an organisation. */
    readonly '/{tenantId}/organisations/{organisationId}': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The organisation. */
        readonly organisationId: string;
      };
      readonly answer: {
        readonly organisationId: string;
        readonly name: string;
        readonly identifier: string;
        readonly templates: readonly {
          readonly templateId: string;
          readonly name: string;
          readonly identifier: string;
          readonly mailNicknamePattern: string;
          readonly displayNamePattern: string;
          readonly kind: 'team' | 'group';
        }[];
        /** For If-Match. */
        readonly etag: string;
      };
    };
    /** Read a template. */
    readonly '/{tenantId}/templates/{templateId}': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The template. */
        readonly templateId: string;
      };
      readonly answer: {
        readonly templateId: string;
        readonly organisationId: string;
        readonly organisation: {
          readonly name: string;
          readonly identifier: string;
        };
        readonly name: string;
        readonly identifier: string;
        readonly mailNicknamePattern: string;
        readonly displayNamePattern: string;
        readonly policy: {
          readonly kind: 'team' | 'group';
          readonly visibility: 'private' | 'public';
          readonly minimumOwners: number;
          readonly guestsAllowed: boolean;
          readonly welcomeMail: boolean;
          readonly standingOwners: readonly string[];
          readonly standingMembers: readonly string[];
          readonly channels: readonly {
            readonly displayName: string;
            readonly description: string | null;
          }[];
        };
        /** For If-Match. */
        readonly etag: string;
      };
    };
    /** Groups, newest first. */
    readonly '/{tenantId}/groups': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly query: {
        /** Part of the display name or the alias. */
        readonly search?: string;
        readonly status?: 'accepted' | 'running' | 'succeeded' | 'failed' | 'cancelled';
        readonly organisationId?: string;
        readonly templateId?: string;
        /** Items to skip. */
        readonly offset?: number;
        readonly limit?: number;
      };
      readonly answer: {
        readonly items: readonly {
          readonly teamId: string;
          readonly status: 'accepted' | 'running' | 'succeeded' | 'failed' | 'cancelled';
          readonly displayName: string;
          readonly mailNickName: string;
          /** Name of the organisation. */
          readonly organisation: string;
          /** Name of the template. */
          readonly template: string;
          readonly createdAt: string;
          readonly completedAt: string | null;
        }[];
        /** How many there are in all pages. */
        readonly total: number;
        readonly nextLink?: string;
        /** False: there are more than total. Where a text or several conditions are asked for, counting ends at 10,000. */
        readonly totalIsExact: boolean;
      };
    };
    /** One group: what was asked for, how far it is, what did not work. */
    readonly '/{tenantId}/groups/{teamId}': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The group. */
        readonly teamId: string;
      };
      readonly answer: {
        readonly teamId: string;
        readonly displayName: string;
        readonly description: string | null;
        readonly mailNickName: string;
        readonly organisation: {
          readonly organisationId: string;
          readonly name: string;
          readonly identifier: string;
        };
        readonly template: {
          readonly templateId: string;
          readonly name: string;
          readonly identifier: string;
        };
        readonly properties: readonly {
          readonly name: string;
          readonly value: string;
        }[];
        readonly people: {
          readonly responsible: string;
          readonly deputy: string | null;
          readonly owners: number;
          readonly members: number;
        };
        readonly directory: {
          readonly groupId: string;
          readonly mail: string | null;
          readonly webUrl: string | null;
          readonly goneSince: string | null;
        } | null;
        readonly createdBy: {
          readonly kind: string;
          readonly id: string;
          readonly name: string;
        };
        readonly requestId: string;
        readonly status: {
          readonly status: 'accepted' | 'running' | 'succeeded' | 'failed' | 'cancelled';
          readonly createdAt: string;
          readonly updatedAt: string;
          readonly completedAt: string | null;
          readonly steps: readonly {
            readonly name: string;
            readonly status: string;
            readonly attempts: number;
            readonly startedAt: string | null;
            readonly completedAt: string | null;
            readonly retryAt: string | null;
            readonly detail: string | null;
          }[];
          readonly error: {
            readonly code: string;
            readonly detail: string;
            readonly errors: readonly string[];
          } | null;
          readonly warnings: readonly {
            readonly code: string;
            readonly detail: string;
          }[];
          readonly version: number;
        };
        readonly incidents: readonly {
          readonly step: string;
          readonly attempt: number;
          readonly occurredAt: string;
          readonly code: string;
          readonly detail: string;
          readonly directoryRequestId: string | null;
          readonly retryAt: string | null;
        }[];
        readonly retryOf: string | null;
        readonly retries: readonly {
          readonly teamId: string;
          readonly status: 'accepted' | 'running' | 'succeeded' | 'failed' | 'cancelled';
        }[];
        /** The creation failed, and no other group has its alias now. */
        readonly canRetry: boolean;
        readonly aliasHolder: {
          readonly teamId: string;
          readonly displayName: string;
          readonly status: 'accepted' | 'running' | 'succeeded' | 'failed' | 'cancelled';
        } | null;
      };
    };
    /** The people of a group as they were asked for, owners first. */
    readonly '/{tenantId}/groups/{teamId}/people': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The group. */
        readonly teamId: string;
      };
      readonly query: {
        /** Items to skip. */
        readonly offset?: number;
        readonly limit?: number;
      };
      readonly answer: {
        readonly items: readonly {
          readonly role: 'responsible' | 'deputy' | 'owner' | 'member';
          /** As it was asked for. */
          readonly reference: string;
          readonly displayName: string | null;
        }[];
        /** How many there are in all pages. */
        readonly total: number;
        readonly nextLink?: string;
      };
    };
    /** The status of a creation, pushed at every change until it is final. */
    readonly '/{tenantId}/groups/{teamId}/events': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The group. */
        readonly teamId: string;
      };
      readonly answer: string;
    };
    /** Which suite the tenant is connected to, and how. */
    readonly '/{tenantId}/directory': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly answer: {
        readonly kind: 'sandbox' | 'microsoft365';
        readonly sandbox: {
          readonly replicationDelayMs: number;
          readonly teamCreationMs: number;
        } | null;
        readonly microsoft365: {
          readonly entraTenantId: string;
          readonly clientId: string;
          readonly credential: 'secret' | 'certificate' | 'workload_identity';
          /** The secret itself is never answered. */
          readonly hasSecret: boolean;
          readonly graphBaseUrl: string;
          readonly loginBaseUrl: string;
          /** Those of an administrator lead to public addresses only. */
          readonly addressesGivenBy: 'operator' | 'administrator';
          /** Calls in place of Microsoft's published limits. */
          readonly limits: Readonly<Record<string, number>>;
        } | null;
        /** Microsoft's limits, which a connection's own replace. */
        readonly publishedLimits: readonly {
          readonly name: string;
          readonly calls: number;
          readonly perMs: number;
        }[];
        /** For If-Match. */
        readonly etag: string;
      };
    };
    /** People of the sandbox. */
    readonly '/{tenantId}/directory/people': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly query: {
        readonly search?: string;
        /** Items to skip. */
        readonly offset?: number;
        readonly limit?: number;
      };
      readonly answer: {
        readonly items: readonly {
          readonly personId: string;
          readonly email: string;
          readonly displayName: string;
          readonly kind: 'member' | 'guest';
          readonly enabled: boolean;
          /** For If-Match. */
          readonly etag: string;
        }[];
        /** How many there are in all pages. */
        readonly total: number;
        readonly nextLink?: string;
      };
    };
    /** Groups of the sandbox, newest first. */
    readonly '/{tenantId}/directory/groups': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly query: {
        readonly search?: string;
        /** Items to skip. */
        readonly offset?: number;
        readonly limit?: number;
      };
      readonly answer: {
        readonly items: readonly {
          readonly groupId: string;
          readonly teamId: string | null;
          readonly displayName: string;
          readonly mailNickName: string;
          readonly visibility: string;
          readonly owners: number;
          readonly members: number;
          readonly hasTeam: boolean;
          readonly createdAt: string;
        }[];
        /** How many there are in all pages. */
        readonly total: number;
        readonly nextLink?: string;
      };
    };
    /** When records and directory were compared last, and where they differed. */
    readonly '/{tenantId}/directory/sweep': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly answer: {
        readonly last: {
          readonly finishedAt: string;
          readonly durationMs: number;
          readonly by: {
            readonly kind: string;
            readonly id: string;
          };
          /** How many of each kind there were. */
          readonly found: {
            readonly adopt: number;
            readonly remove: number;
            readonly gone: number;
            readonly returned: number;
            readonly unclear: number;
          };
          /** How many of them are settled. */
          readonly settled: {
            readonly adopt: number;
            readonly remove: number;
            readonly gone: number;
            readonly returned: number;
            readonly unclear: number;
          };
          /** At most 100, those that are left first. */
          readonly settlements: readonly {
            readonly kind: 'adopt' | 'remove' | 'gone' | 'returned' | 'unclear';
            readonly teamId: string;
            readonly mailNickName: string;
            readonly settled: boolean;
            readonly outcome: string;
          }[];
        } | null;
        readonly error: {
          readonly attemptedAt: string;
          readonly detail: string;
        } | null;
        readonly dueAt: string | null;
      };
    };
    /** Who did what to what, newest first. */
    readonly '/{tenantId}/activity': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly query: {
        readonly actorKind?: 'api_key' | 'administrator' | 'operator' | 'service';
        /** Part of who it was. */
        readonly actor?: string;
        /** An action, or its part before the dot. */
        readonly action?: string;
        readonly subjectId?: string;
        readonly from?: string;
        /** This day included. */
        readonly until?: string;
        /** How many items a page holds at most. */
        readonly limit?: number;
        /** Where the page begins, taken from the nextLink of the page before. */
        readonly cursor?: string;
      };
      readonly answer: {
        readonly items: readonly {
          readonly activityId: number;
          readonly occurredAt: string;
          readonly actor: {
            readonly kind: string;
            readonly id: string;
            readonly name: string;
          };
          readonly address: string | null;
          readonly requestId: string | null;
          readonly action: string;
          readonly subject: {
            readonly kind: string;
            readonly id: string;
            readonly name: string | null;
          };
          readonly data: Readonly<Record<string, unknown>>;
        }[];
        readonly nextLink?: string;
      };
    };
    /** Everything that passes the filters, as CSV or JSON lines. */
    readonly '/{tenantId}/activity/export': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly query: {
        readonly actorKind?: 'api_key' | 'administrator' | 'operator' | 'service';
        /** Part of who it was. */
        readonly actor?: string;
        /** An action, or its part before the dot. */
        readonly action?: string;
        readonly subjectId?: string;
        readonly from?: string;
        /** This day included. */
        readonly until?: string;
        readonly format: 'csv' | 'jsonl';
      };
      readonly answer: string;
    };
    /** Reads the whole hash chain of the log and says whether it is unbroken. */
    readonly '/{tenantId}/activity/proof': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly answer: {
        readonly whole: boolean;
        /** How many entries the chain holds. */
        readonly entries: number;
        /** Of the last entry, hexadecimal: note it down elsewhere. */
        readonly hash: string;
        readonly detail: string | null;
      };
    };
    /** Who may work in the admin center. */
    readonly '/{tenantId}/administrators': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly query: {
        /** Items to skip. */
        readonly offset?: number;
        readonly limit?: number;
      };
      readonly answer: {
        readonly items: readonly {
          readonly administratorId: string;
          readonly email: string;
          readonly name: string | null;
          /** A reader sees everything and changes nothing. */
          readonly role: 'administrator' | 'reader';
          readonly source: 'list' | 'claim';
          /** Whether an account of the sign-in provider is bound to the person; no other one is admitted. */
          readonly accountBound: boolean;
          readonly createdAt: string;
          readonly lastSignedInAt: string | null;
          /** For If-Match. */
          readonly etag: string;
        }[];
        /** How many there are in all pages. */
        readonly total: number;
        readonly nextLink?: string;
      };
    };
    /** Endpoints, oldest first, and the event types that can be chosen. */
    readonly '/{tenantId}/webhooks': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly query: {
        /** Items to skip. */
        readonly offset?: number;
        readonly limit?: number;
      };
      readonly answer: {
        readonly items: readonly {
          readonly endpointId: string;
          readonly url: string;
          readonly description: string;
          /** Null: every type. */
          readonly eventTypes:
            | readonly (
                | 'group.accepted'
                | 'group.succeeded'
                | 'group.failed'
                | 'group.cancelled'
                | 'api_key.created'
                | 'api_key.revoked'
                | 'api_key.secret_added'
                | 'api_key.secret_ended'
                | 'organisation.created'
                | 'organisation.changed'
                | 'organisation.deleted'
                | 'template.created'
                | 'template.changed'
                | 'template.deleted'
              )[]
            | null;
          /** failing: the latest attempts did not work; it is tried again by itself. */
          readonly state: 'active' | 'failing' | 'disabled';
          readonly disabledReason: string | null;
          /** The keys that sign now: several while they are rotated. */
          readonly signing: readonly {
            /** hmac or ed25519. */
            readonly kind: string;
            readonly createdAt: string;
            readonly expiresAt: string | null;
          }[];
          /** Of the Ed25519 keys: whpk_…. */
          readonly publicKeys: readonly string[];
          readonly createdAt: string;
          readonly createdBy: string;
          /** For If-Match. */
          readonly etag: string;
        }[];
        readonly total: number;
        readonly nextLink?: string;
        /** Every type there is to choose. */
        readonly eventTypes: readonly (
          | 'group.accepted'
          | 'group.succeeded'
          | 'group.failed'
          | 'group.cancelled'
          | 'api_key.created'
          | 'api_key.revoked'
          | 'api_key.secret_added'
          | 'api_key.secret_ended'
          | 'organisation.created'
          | 'organisation.changed'
          | 'organisation.deleted'
          | 'template.created'
          | 'template.changed'
          | 'template.deleted'
        )[];
      };
    };
    /** Read an endpoint. */
    readonly '/{tenantId}/webhooks/{endpointId}': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The endpoint. */
        readonly endpointId: string;
      };
      readonly answer: {
        readonly endpointId: string;
        readonly url: string;
        readonly description: string;
        /** Null: every type. */
        readonly eventTypes:
          | readonly (
              | 'group.accepted'
              | 'group.succeeded'
              | 'group.failed'
              | 'group.cancelled'
              | 'api_key.created'
              | 'api_key.revoked'
              | 'api_key.secret_added'
              | 'api_key.secret_ended'
              | 'organisation.created'
              | 'organisation.changed'
              | 'organisation.deleted'
              | 'template.created'
              | 'template.changed'
              | 'template.deleted'
            )[]
          | null;
        /** failing: the latest attempts did not work; it is tried again by itself. */
        readonly state: 'active' | 'failing' | 'disabled';
        readonly disabledReason: string | null;
        /** The keys that sign now: several while they are rotated. */
        readonly signing: readonly {
          /** hmac or ed25519. */
          readonly kind: string;
          readonly createdAt: string;
          readonly expiresAt: string | null;
        }[];
        /** Of the Ed25519 keys: whpk_…. */
        readonly publicKeys: readonly string[];
        readonly createdAt: string;
        readonly createdBy: string;
        /** For If-Match. */
        readonly etag: string;
      };
    };
    /** What was queued for an endpoint, newest first. */
    readonly '/{tenantId}/webhooks/{endpointId}/deliveries': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The endpoint. */
        readonly endpointId: string;
      };
      readonly query: {
        readonly state?: 'pending' | 'delivered' | 'failed';
        /** Only deliveries before this position. */
        readonly before?: number;
        readonly limit?: number;
      };
      readonly answer: {
        readonly items: readonly {
          /** Names the delivery. */
          readonly position: number;
          readonly eventType: string;
          readonly subject: string;
          readonly state: 'pending' | 'delivered' | 'failed';
          readonly failures: number;
          readonly dueAt: string | null;
          readonly queuedAt: string;
          readonly finishedAt: string | null;
        }[];
      };
    };
    /** Attempts to deliver, newest first, tests too; kept 30 days. */
    readonly '/{tenantId}/webhooks/{endpointId}/attempts': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The endpoint. */
        readonly endpointId: string;
      };
      readonly query: {
        /** Of one delivery. */
        readonly position?: number;
        /** Only attempts before this attemptId. */
        readonly before?: number;
        readonly limit?: number;
      };
      readonly answer: {
        readonly items: readonly {
          readonly attemptId: number;
          readonly position: number | null;
          readonly eventId: string;
          readonly eventType: string;
          readonly attemptedAt: string;
          readonly durationMs: number;
          /** delivered, refused, redirected, gone, timeout, unreachable or address_refused. */
          readonly outcome: string;
          readonly statusCode: number | null;
          readonly detail: string | null;
          readonly answerExcerpt: string | null;
          readonly retryAt: string | null;
        }[];
      };
    };
  };
  readonly post: {
    /** Sign in by a one-time link. */
    readonly '/{tenantId}/sign-in/link': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly body: {
        /** What stands behind the #. */
        readonly token: string;
      };
      readonly answer: {
        readonly tenant: {
          readonly tenantId: string;
          readonly name: string;
        };
        readonly administrator: {
          readonly administratorId: string;
          readonly email: string;
          readonly name: string | null;
          /** A reader sees everything and changes nothing. */
          readonly role: 'administrator' | 'reader';
        };
        /** To be sent as X-CSRF-Token with every change. */
        readonly csrfToken: string;
        /** When the session ends in any case. */
        readonly expiresAt: string;
      };
    };
    /** Ends the session. */
    readonly '/{tenantId}/session/end': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly header: {
        /** The csrfToken of the session. */
        readonly 'x-csrf-token'?: string;
      };
      readonly body: {
        /** Also ends the sessions in other browsers. */
        readonly everywhere: boolean;
      };
      readonly answer: undefined;
    };
    /** Create an API key. The answer holds its secret, which is told this once. */
    readonly '/{tenantId}/api-keys': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly header: {
        /** The csrfToken of the session. */
        readonly 'x-csrf-token'?: string;
        /** Text of your own, hard to guess, such as a random UUID. Kept for a day: the same key with the same body gets the same answer, secrets included, and nothing is created twice. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly body: {
        /** Descriptive name of the key. */
        readonly name: string;
        /** Moment from which the key is worth nothing, ISO 8601 with time zone. */
        readonly expiresAt?: string | null;
      };
      readonly answer: {
        readonly key: {
          readonly keyId: string;
          readonly name: string;
          readonly state: 'active' | 'expired' | 'revoked';
          readonly createdAt: string;
          readonly createdBy: {
            /** administrator, operator or service. */
            readonly kind: string;
            readonly id: string;
          };
          readonly expiresAt: string | null;
          readonly revokedAt: string | null;
          readonly lastUsedAt: string | null;
          /** One, or two while rotating. The secrets themselves are kept nowhere. */
          readonly secrets: readonly {
            readonly secretId: string;
            readonly createdAt: string;
          }[];
          /** For If-Match. */
          readonly etag: string;
        };
        /** Told this once. */
        readonly secret: string;
      };
    };
    /** Revoke a key: it and its tokens end at once, and for good. */
    readonly '/{tenantId}/api-keys/{keyId}/revoke': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The key. */
        readonly keyId: string;
      };
      readonly header: {
        /** The csrfToken of the session. */
        readonly 'x-csrf-token'?: string;
        /** The etag of what was seen, in quotes. */
        readonly 'If-Match'?: string;
      };
      readonly answer: {
        readonly keyId: string;
        readonly name: string;
        readonly state: 'active' | 'expired' | 'revoked';
        readonly createdAt: string;
        readonly createdBy: {
          /** administrator, operator or service. */
          readonly kind: string;
          readonly id: string;
        };
        readonly expiresAt: string | null;
        readonly revokedAt: string | null;
        readonly lastUsedAt: string | null;
        /** One, or two while rotating. The secrets themselves are kept nowhere. */
        readonly secrets: readonly {
          readonly secretId: string;
          readonly createdAt: string;
        }[];
        /** For If-Match. */
        readonly etag: string;
      };
    };
    /** Give a key a second secret; both are valid until one is ended. */
    readonly '/{tenantId}/api-keys/{keyId}/secrets': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The key. */
        readonly keyId: string;
      };
      readonly header: {
        /** The csrfToken of the session. */
        readonly 'x-csrf-token'?: string;
        /** Text of your own, hard to guess, such as a random UUID. Kept for a day: the same key with the same body gets the same answer, secrets included, and nothing is created twice. */
        readonly 'Idempotency-Key'?: string;
        /** The etag of what was seen, in quotes. */
        readonly 'If-Match'?: string;
      };
      readonly answer: {
        readonly key: {
          readonly keyId: string;
          readonly name: string;
          readonly state: 'active' | 'expired' | 'revoked';
          readonly createdAt: string;
          readonly createdBy: {
            /** administrator, operator or service. */
            readonly kind: string;
            readonly id: string;
          };
          readonly expiresAt: string | null;
          readonly revokedAt: string | null;
          readonly lastUsedAt: string | null;
          /** One, or two while rotating. The secrets themselves are kept nowhere. */
          readonly secrets: readonly {
            readonly secretId: string;
            readonly createdAt: string;
          }[];
          /** For If-Match. */
          readonly etag: string;
        };
        /** Told this once. */
        readonly secret: string;
      };
    };
    /** Create an organisation. */
    readonly '/{tenantId}/organisations': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly header: {
        /** The csrfToken of the session. */
        readonly 'x-csrf-token'?: string;
        /** Text of your own, hard to guess, such as a random UUID. Kept for a day: the same key with the same body gets the same answer, secrets included, and nothing is created twice. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly body: {
        /** Name of the organisation. */
        readonly name: string;
        /** Short identifier: a to z, digits and inner hyphens, 1 to 63 characters. */
        readonly identifier: string;
      };
      readonly answer: {
        readonly organisationId: string;
        readonly name: string;
        readonly identifier: string;
        readonly templates: readonly {
          readonly templateId: string;
          readonly name: string;
          readonly identifier: string;
          readonly mailNicknamePattern: string;
          readonly displayNamePattern: string;
          readonly kind: 'team' | 'group';
        }[];
        /** For If-Match. */
        readonly etag: string;
      };
    };
    /** Create a template. */
    readonly '/{tenantId}/organisations/{organisationId}/templates': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The organisation. */
        readonly organisationId: string;
      };
      readonly header: {
        /** The csrfToken of the session. */
        readonly 'x-csrf-token'?: string;
        /** Text of your own, hard to guess, such as a random UUID. Kept for a day: the same key with the same body gets the same answer, secrets included, and nothing is created twice. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly body: {
        /** Name of the template. */
        readonly name: string;
        /** Short identifier: a to z, digits and inner hyphens, 1 to 63 characters. */
        readonly identifier: string;
        /** Pattern of the alias, with placeholders in double curly braces; empty for none. */
        readonly mailNicknamePattern: string;
        /** Pattern of the display name; empty for none. */
        readonly displayNamePattern: string;
        readonly policy?: {
          /** A team, or a group only. */
          readonly kind?: 'team' | 'group';
          readonly visibility?: 'private' | 'public';
          /** Least number of different owners, responsible and deputy included. */
          readonly minimumOwners?: number;
          readonly guestsAllowed?: boolean;
          /** Whether Microsoft 365 sends its welcome mail to each new member; default false. Holds for groups that are created from now on. */
          readonly welcomeMail?: boolean;
          /** Owners of every group of the template. */
          readonly standingOwners?: readonly string[];
          /** Members of every group of the template. */
          readonly standingMembers?: readonly string[];
          /** Channels that the team begins with, besides the general one. */
          readonly channels?: readonly {
            /** Name of the channel. */
            readonly displayName: string;
            /** What the channel is for. */
            readonly description?: string | null;
          }[];
        };
      };
      readonly answer: {
        readonly templateId: string;
        readonly organisationId: string;
        readonly organisation: {
          readonly name: string;
          readonly identifier: string;
        };
        readonly name: string;
        readonly identifier: string;
        readonly mailNicknamePattern: string;
        readonly displayNamePattern: string;
        readonly policy: {
          readonly kind: 'team' | 'group';
          readonly visibility: 'private' | 'public';
          readonly minimumOwners: number;
          readonly guestsAllowed: boolean;
          readonly welcomeMail: boolean;
          readonly standingOwners: readonly string[];
          readonly standingMembers: readonly string[];
          readonly channels: readonly {
            readonly displayName: string;
            readonly description: string | null;
          }[];
        };
        /** For If-Match. */
        readonly etag: string;
      };
    };
    /** What naming patterns make of an alias and a display name. Changes nothing. */
    readonly '/{tenantId}/templates/preview': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly header: {
        /** The csrfToken of the session. */
        readonly 'x-csrf-token'?: string;
      };
      readonly body: {
        readonly organisationId: string;
        /** The template's identifier, as {{template}} stands for. */
        readonly identifier: string;
        readonly mailNicknamePattern: string;
        readonly displayNamePattern: string;
        readonly mailNickName: string;
        readonly displayName: string;
      };
      readonly answer: {
        readonly mailNickName: {
          readonly pattern: {
            readonly pieces: readonly {
              readonly kind: 'text' | 'placeholder';
              readonly text: string;
            }[];
            readonly faults: readonly {
              /** Where it begins, in UTF-16 code units. */
              readonly index: number;
              readonly length: number;
              readonly detail: string;
            }[];
          };
          readonly name: {
            readonly conforms: boolean;
            readonly faults: readonly {
              /** Where it begins, in UTF-16 code units. */
              readonly index: number;
              readonly length: number;
              readonly detail: string;
            }[];
            readonly example: string | null;
          };
        };
        readonly displayName: {
          readonly pattern: {
            readonly pieces: readonly {
              readonly kind: 'text' | 'placeholder';
              readonly text: string;
            }[];
            readonly faults: readonly {
              /** Where it begins, in UTF-16 code units. */
              readonly index: number;
              readonly length: number;
              readonly detail: string;
            }[];
          };
          readonly name: {
            readonly conforms: boolean;
            readonly faults: readonly {
              /** Where it begins, in UTF-16 code units. */
              readonly index: number;
              readonly length: number;
              readonly detail: string;
            }[];
            readonly example: string | null;
          };
        };
        /** What each placeholder takes. */
        readonly properties: readonly {
          readonly name: string;
          readonly value: string | null;
          readonly filledByService: boolean;
        }[];
      };
    };
    /** Cancel a creation that has not begun. */
    readonly '/{tenantId}/groups/{teamId}/cancel': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The group. */
        readonly teamId: string;
      };
      readonly header: {
        /** The csrfToken of the session. */
        readonly 'x-csrf-token'?: string;
      };
      readonly answer: {
        readonly teamId: string;
        readonly displayName: string;
        readonly description: string | null;
        readonly mailNickName: string;
        readonly organisation: {
          readonly organisationId: string;
          readonly name: string;
          readonly identifier: string;
        };
        readonly template: {
          readonly templateId: string;
          readonly name: string;
          readonly identifier: string;
        };
        readonly properties: readonly {
          readonly name: string;
          readonly value: string;
        }[];
        readonly people: {
          readonly responsible: string;
          readonly deputy: string | null;
          readonly owners: number;
          readonly members: number;
        };
        readonly directory: {
          readonly groupId: string;
          readonly mail: string | null;
          readonly webUrl: string | null;
          readonly goneSince: string | null;
        } | null;
        readonly createdBy: {
          readonly kind: string;
          readonly id: string;
          readonly name: string;
        };
        readonly requestId: string;
        readonly status: {
          readonly status: 'accepted' | 'running' | 'succeeded' | 'failed' | 'cancelled';
          readonly createdAt: string;
          readonly updatedAt: string;
          readonly completedAt: string | null;
          readonly steps: readonly {
            readonly name: string;
            readonly status: string;
            readonly attempts: number;
            readonly startedAt: string | null;
            readonly completedAt: string | null;
            readonly retryAt: string | null;
            readonly detail: string | null;
          }[];
          readonly error: {
            readonly code: string;
            readonly detail: string;
            readonly errors: readonly string[];
          } | null;
          readonly warnings: readonly {
            readonly code: string;
            readonly detail: string;
          }[];
          readonly version: number;
        };
        readonly incidents: readonly {
          readonly step: string;
          readonly attempt: number;
          readonly occurredAt: string;
          readonly code: string;
          readonly detail: string;
          readonly directoryRequestId: string | null;
          readonly retryAt: string | null;
        }[];
        readonly retryOf: string | null;
        readonly retries: readonly {
          readonly teamId: string;
          readonly status: 'accepted' | 'running' | 'succeeded' | 'failed' | 'cancelled';
        }[];
        /** The creation failed, and no other group has its alias now. */
        readonly canRetry: boolean;
        readonly aliasHolder: {
          readonly teamId: string;
          readonly displayName: string;
          readonly status: 'accepted' | 'running' | 'succeeded' | 'failed' | 'cancelled';
        } | null;
      };
    };
    /** Repeat a failed creation. The new one has an id of its own and is linked to it. */
    readonly '/{tenantId}/groups/{teamId}/retry': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The group. */
        readonly teamId: string;
      };
      readonly header: {
        /** The csrfToken of the session. */
        readonly 'x-csrf-token'?: string;
        /** Text of your own, hard to guess, such as a random UUID. Kept for a day: the same key with the same body gets the same answer, secrets included, and nothing is created twice. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly answer: {
        readonly teamId: string;
      };
    };
    /** Test the connection. The answer says in plain words what is missing. */
    readonly '/{tenantId}/directory/test': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly header: {
        /** The csrfToken of the session. */
        readonly 'x-csrf-token'?: string;
      };
      readonly answer: {
        readonly ok: boolean;
        readonly detail: string;
        readonly missing: readonly string[];
        readonly durationMs: number;
      };
    };
    /** Test a connection before it is saved, by the stored secret where none is given. */
    readonly '/{tenantId}/directory/microsoft365/test': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly header: {
        /** The csrfToken of the session. */
        readonly 'x-csrf-token'?: string;
      };
      readonly body: {
        /** Id of the Microsoft Entra tenant. */
        readonly entraTenantId: string;
        /** Application (client) id of the Entra application. */
        readonly clientId: string;
        readonly credential: 'secret' | 'certificate' | 'workload_identity';
        /** Default https://graph.microsoft.com. */
        readonly graphBaseUrl?: string;
        /** Default https://login.microsoftonline.com. */
        readonly loginBaseUrl?: string;
        /** Calls in place of Microsoft's published limits: microsoft-graph/calls.ts. */
        readonly limits?: {
          readonly teamCreate?: number;
          readonly teamPut?: number;
          readonly teamRead?: number;
          readonly channelCreate?: number;
          readonly teamMembersRead?: number;
          readonly otherTeamsReads?: number;
          readonly otherTeamsWrites?: number;
          readonly onOneTeam?: number;
          readonly channelCreateOnOneTeam?: number;
          readonly otherReadsOnOneTeam?: number;
          readonly otherWritesOnOneTeam?: number;
          readonly directoryWrites?: number;
          readonly resourceUnits?: number;
        };
        /** Never answered. Absent, null or empty: the stored one stays. */
        readonly secret?: string | null;
      };
      readonly answer: {
        readonly ok: boolean;
        readonly detail: string;
        readonly missing: readonly string[];
        readonly durationMs: number;
      };
    };
    /** Add a person to the sandbox. */
    readonly '/{tenantId}/directory/people': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly header: {
        /** The csrfToken of the session. */
        readonly 'x-csrf-token'?: string;
        /** Text of your own, hard to guess, such as a random UUID. Kept for a day: the same key with the same body gets the same answer, secrets included, and nothing is created twice. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly body: {
        /** Id of the person; one is made up when it is left out. */
        readonly id?: string;
        readonly email: string;
        /** Name of the person. */
        readonly name: string;
        readonly kind?: 'member' | 'guest';
        /** False for an account that is blocked from signing in. */
        readonly enabled?: boolean;
      };
      readonly answer: {
        readonly personId: string;
        readonly email: string;
        readonly displayName: string;
        readonly kind: 'member' | 'guest';
        readonly enabled: boolean;
        /** For If-Match. */
        readonly etag: string;
      };
    };
    /** Add a person by e-mail address. */
    readonly '/{tenantId}/administrators': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly header: {
        /** The csrfToken of the session. */
        readonly 'x-csrf-token'?: string;
        /** Text of your own, hard to guess, such as a random UUID. Kept for a day: the same key with the same body gets the same answer, secrets included, and nothing is created twice. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly body: {
        readonly email: string;
        /** A reader sees everything and changes nothing. */
        readonly role: 'administrator' | 'reader';
      };
      readonly answer: {
        readonly administratorId: string;
        readonly email: string;
        readonly name: string | null;
        /** A reader sees everything and changes nothing. */
        readonly role: 'administrator' | 'reader';
        readonly source: 'list' | 'claim';
        /** Whether an account of the sign-in provider is bound to the person; no other one is admitted. */
        readonly accountBound: boolean;
        readonly createdAt: string;
        readonly lastSignedInAt: string | null;
        /** For If-Match. */
        readonly etag: string;
      };
    };
    /** Add an endpoint. A shared secret is told this once. */
    readonly '/{tenantId}/webhooks': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly header: {
        /** The csrfToken of the session. */
        readonly 'x-csrf-token'?: string;
        /** Text of your own, hard to guess, such as a random UUID. Kept for a day: the same key with the same body gets the same answer, secrets included, and nothing is created twice. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly body: {
        /** Where events are sent. */
        readonly url: string;
        /** What the endpoint is for. */
        readonly description?: string;
        /** Only events of these types; null for every type. */
        readonly eventTypes?:
          | readonly (
              | 'group.accepted'
              | 'group.succeeded'
              | 'group.failed'
              | 'group.cancelled'
              | 'api_key.created'
              | 'api_key.revoked'
              | 'api_key.secret_added'
              | 'api_key.secret_ended'
              | 'organisation.created'
              | 'organisation.changed'
              | 'organisation.deleted'
              | 'template.created'
              | 'template.changed'
              | 'template.deleted'
            )[]
          | null;
        /** hmac: a secret that both sides know (v1). ed25519: the receiver gets a public key (v1a). */
        readonly signing?: 'hmac' | 'ed25519';
      };
      readonly answer: {
        readonly webhook: {
          readonly endpointId: string;
          readonly url: string;
          readonly description: string;
          /** Null: every type. */
          readonly eventTypes:
            | readonly (
                | 'group.accepted'
                | 'group.succeeded'
                | 'group.failed'
                | 'group.cancelled'
                | 'api_key.created'
                | 'api_key.revoked'
                | 'api_key.secret_added'
                | 'api_key.secret_ended'
                | 'organisation.created'
                | 'organisation.changed'
                | 'organisation.deleted'
                | 'template.created'
                | 'template.changed'
                | 'template.deleted'
              )[]
            | null;
          /** failing: the latest attempts did not work; it is tried again by itself. */
          readonly state: 'active' | 'failing' | 'disabled';
          readonly disabledReason: string | null;
          /** The keys that sign now: several while they are rotated. */
          readonly signing: readonly {
            /** hmac or ed25519. */
            readonly kind: string;
            readonly createdAt: string;
            readonly expiresAt: string | null;
          }[];
          /** Of the Ed25519 keys: whpk_…. */
          readonly publicKeys: readonly string[];
          readonly createdAt: string;
          readonly createdBy: string;
          /** For If-Match. */
          readonly etag: string;
        };
        /** What the receiver checks with: the secret whsec_…, told this once, or whpk_…. */
        readonly verificationKey: string;
      };
    };
    /** Deliver no more to an endpoint. */
    readonly '/{tenantId}/webhooks/{endpointId}/disable': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The endpoint. */
        readonly endpointId: string;
      };
      readonly header: {
        /** The csrfToken of the session. */
        readonly 'x-csrf-token'?: string;
      };
      readonly answer: {
        readonly endpointId: string;
        readonly url: string;
        readonly description: string;
        /** Null: every type. */
        readonly eventTypes:
          | readonly (
              | 'group.accepted'
              | 'group.succeeded'
              | 'group.failed'
              | 'group.cancelled'
              | 'api_key.created'
              | 'api_key.revoked'
              | 'api_key.secret_added'
              | 'api_key.secret_ended'
              | 'organisation.created'
              | 'organisation.changed'
              | 'organisation.deleted'
              | 'template.created'
              | 'template.changed'
              | 'template.deleted'
            )[]
          | null;
        /** failing: the latest attempts did not work; it is tried again by itself. */
        readonly state: 'active' | 'failing' | 'disabled';
        readonly disabledReason: string | null;
        /** The keys that sign now: several while they are rotated. */
        readonly signing: readonly {
          /** hmac or ed25519. */
          readonly kind: string;
          readonly createdAt: string;
          readonly expiresAt: string | null;
        }[];
        /** Of the Ed25519 keys: whpk_…. */
        readonly publicKeys: readonly string[];
        readonly createdAt: string;
        readonly createdBy: string;
        /** For If-Match. */
        readonly etag: string;
      };
    };
    /** Deliver again. */
    readonly '/{tenantId}/webhooks/{endpointId}/enable': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The endpoint. */
        readonly endpointId: string;
      };
      readonly header: {
        /** The csrfToken of the session. */
        readonly 'x-csrf-token'?: string;
      };
      readonly body: {
        /** What happened while it was disabled: delivered now, or skipped. */
        readonly missed: 'deliver' | 'skip';
      };
      readonly answer: {
        readonly endpointId: string;
        readonly url: string;
        readonly description: string;
        /** Null: every type. */
        readonly eventTypes:
          | readonly (
              | 'group.accepted'
              | 'group.succeeded'
              | 'group.failed'
              | 'group.cancelled'
              | 'api_key.created'
              | 'api_key.revoked'
              | 'api_key.secret_added'
              | 'api_key.secret_ended'
              | 'organisation.created'
              | 'organisation.changed'
              | 'organisation.deleted'
              | 'template.created'
              | 'template.changed'
              | 'template.deleted'
            )[]
          | null;
        /** failing: the latest attempts did not work; it is tried again by itself. */
        readonly state: 'active' | 'failing' | 'disabled';
        readonly disabledReason: string | null;
        /** The keys that sign now: several while they are rotated. */
        readonly signing: readonly {
          /** hmac or ed25519. */
          readonly kind: string;
          readonly createdAt: string;
          readonly expiresAt: string | null;
        }[];
        /** Of the Ed25519 keys: whpk_…. */
        readonly publicKeys: readonly string[];
        readonly createdAt: string;
        readonly createdBy: string;
        /** For If-Match. */
        readonly etag: string;
      };
    };
    /** Add a key that signs from now on, beside the others for a day. */
    readonly '/{tenantId}/webhooks/{endpointId}/keys': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The endpoint. */
        readonly endpointId: string;
      };
      readonly header: {
        /** The csrfToken of the session. */
        readonly 'x-csrf-token'?: string;
        /** Text of your own, hard to guess, such as a random UUID. Kept for a day: the same key with the same body gets the same answer, secrets included, and nothing is created twice. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly body: {
        /** hmac: a secret that both sides know (v1). ed25519: the receiver gets a public key (v1a). */
        readonly signing: 'hmac' | 'ed25519';
      };
      readonly answer: {
        readonly webhook: {
          readonly endpointId: string;
          readonly url: string;
          readonly description: string;
          /** Null: every type. */
          readonly eventTypes:
            | readonly (
                | 'group.accepted'
                | 'group.succeeded'
                | 'group.failed'
                | 'group.cancelled'
                | 'api_key.created'
                | 'api_key.revoked'
                | 'api_key.secret_added'
                | 'api_key.secret_ended'
                | 'organisation.created'
                | 'organisation.changed'
                | 'organisation.deleted'
                | 'template.created'
                | 'template.changed'
                | 'template.deleted'
              )[]
            | null;
          /** failing: the latest attempts did not work; it is tried again by itself. */
          readonly state: 'active' | 'failing' | 'disabled';
          readonly disabledReason: string | null;
          /** The keys that sign now: several while they are rotated. */
          readonly signing: readonly {
            /** hmac or ed25519. */
            readonly kind: string;
            readonly createdAt: string;
            readonly expiresAt: string | null;
          }[];
          /** Of the Ed25519 keys: whpk_…. */
          readonly publicKeys: readonly string[];
          readonly createdAt: string;
          readonly createdBy: string;
          /** For If-Match. */
          readonly etag: string;
        };
        /** What the receiver checks with: the secret whsec_…, told this once, or whpk_…. */
        readonly verificationKey: string;
      };
    };
    /** Send an event of the type webhook.test now and say what came of it. */
    readonly '/{tenantId}/webhooks/{endpointId}/test': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The endpoint. */
        readonly endpointId: string;
      };
      readonly header: {
        /** The csrfToken of the session. */
        readonly 'x-csrf-token'?: string;
      };
      readonly answer: {
        readonly durationMs: number;
        /** delivered, refused, redirected, gone, timeout, unreachable or address_refused. */
        readonly outcome: string;
        readonly statusCode: number | null;
        readonly detail: string | null;
        readonly answerExcerpt: string | null;
      };
    };
    /** Queue deliveries again, under the same event ids. */
    readonly '/{tenantId}/webhooks/{endpointId}/replay': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The endpoint. */
        readonly endpointId: string;
      };
      readonly header: {
        /** The csrfToken of the session. */
        readonly 'x-csrf-token'?: string;
      };
      readonly body: {
        readonly positions: readonly number[] | null;
      };
      readonly answer: {
        readonly replayed: number;
      };
    };
  };
  readonly delete: {
    /** End one of the two secrets of a key. */
    readonly '/{tenantId}/api-keys/{keyId}/secrets/{secretId}': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The key. */
        readonly keyId: string;
        /** The secret. */
        readonly secretId: string;
      };
      readonly header: {
        /** The csrfToken of the session. */
        readonly 'x-csrf-token'?: string;
        /** The etag of what was seen, in quotes. */
        readonly 'If-Match'?: string;
      };
      readonly answer: {
        readonly keyId: string;
        readonly name: string;
        readonly state: 'active' | 'expired' | 'revoked';
        readonly createdAt: string;
        readonly createdBy: {
          /** administrator, operator or service. */
          readonly kind: string;
          readonly id: string;
        };
        readonly expiresAt: string | null;
        readonly revokedAt: string | null;
        readonly lastUsedAt: string | null;
        /** One, or two while rotating. The secrets themselves are kept nowhere. */
        readonly secrets: readonly {
          readonly secretId: string;
          readonly createdAt: string;
        }[];
        /** For If-Match. */
        readonly etag: string;
      };
    };
    /** Delete an organisation that has neither groups nor templates. */
    readonly '/{tenantId}/organisations/{organisationId}': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The organisation. */
        readonly organisationId: string;
      };
      readonly header: {
        /** The csrfToken of the session. */
        readonly 'x-csrf-token'?: string;
        /** The etag of what was seen, in quotes. */
        readonly 'If-Match'?: string;
      };
      readonly answer: undefined;
    };
    /** Delete a template of which there are no groups. */
    readonly '/{tenantId}/templates/{templateId}': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The template. */
        readonly templateId: string;
      };
      readonly header: {
        /** The csrfToken of the session. */
        readonly 'x-csrf-token'?: string;
        /** The etag of what was seen, in quotes. */
        readonly 'If-Match'?: string;
      };
      readonly answer: undefined;
    };
    /** Remove a person from the sandbox. */
    readonly '/{tenantId}/directory/people/{personId}': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The person. */
        readonly personId: string;
      };
      readonly header: {
        /** The csrfToken of the session. */
        readonly 'x-csrf-token'?: string;
        /** The etag of what was seen, in quotes. */
        readonly 'If-Match'?: string;
      };
      readonly answer: undefined;
    };
    /** Remove a person; their sessions end at once. */
    readonly '/{tenantId}/administrators/{administratorId}': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The person. */
        readonly administratorId: string;
      };
      readonly header: {
        /** The csrfToken of the session. */
        readonly 'x-csrf-token'?: string;
        /** The etag of what was seen, in quotes. */
        readonly 'If-Match'?: string;
      };
      readonly answer: undefined;
    };
    /** Forget the account of the sign-in provider; the next one with the address is bound. */
    readonly '/{tenantId}/administrators/{administratorId}/account': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The person. */
        readonly administratorId: string;
      };
      readonly header: {
        /** The csrfToken of the session. */
        readonly 'x-csrf-token'?: string;
        /** The etag of what was seen, in quotes. */
        readonly 'If-Match'?: string;
      };
      readonly answer: {
        readonly administratorId: string;
        readonly email: string;
        readonly name: string | null;
        /** A reader sees everything and changes nothing. */
        readonly role: 'administrator' | 'reader';
        readonly source: 'list' | 'claim';
        /** Whether an account of the sign-in provider is bound to the person; no other one is admitted. */
        readonly accountBound: boolean;
        readonly createdAt: string;
        readonly lastSignedInAt: string | null;
        /** For If-Match. */
        readonly etag: string;
      };
    };
    /** Remove an endpoint, with its deliveries and their log. */
    readonly '/{tenantId}/webhooks/{endpointId}': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The endpoint. */
        readonly endpointId: string;
      };
      readonly header: {
        /** The csrfToken of the session. */
        readonly 'x-csrf-token'?: string;
        /** The etag of what was seen, in quotes. */
        readonly 'If-Match'?: string;
      };
      readonly answer: undefined;
    };
  };
  readonly put: {
    /** Change an organisation. */
    readonly '/{tenantId}/organisations/{organisationId}': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The organisation. */
        readonly organisationId: string;
      };
      readonly header: {
        /** The csrfToken of the session. */
        readonly 'x-csrf-token'?: string;
        /** The etag of what was seen, in quotes. */
        readonly 'If-Match'?: string;
      };
      readonly body: {
        /** Name of the organisation. */
        readonly name: string;
        /** Short identifier: a to z, digits and inner hyphens, 1 to 63 characters. */
        readonly identifier: string;
      };
      readonly answer: {
        readonly organisationId: string;
        readonly name: string;
        readonly identifier: string;
        readonly templates: readonly {
          readonly templateId: string;
          readonly name: string;
          readonly identifier: string;
          readonly mailNicknamePattern: string;
          readonly displayNamePattern: string;
          readonly kind: 'team' | 'group';
        }[];
        /** For If-Match. */
        readonly etag: string;
      };
    };
    /** Change a template. Groups that were accepted before keep the policy of then. */
    readonly '/{tenantId}/templates/{templateId}': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The template. */
        readonly templateId: string;
      };
      readonly header: {
        /** The csrfToken of the session. */
        readonly 'x-csrf-token'?: string;
        /** The etag of what was seen, in quotes. */
        readonly 'If-Match'?: string;
      };
      readonly body: {
        /** Name of the template. */
        readonly name: string;
        /** Short identifier: a to z, digits and inner hyphens, 1 to 63 characters. */
        readonly identifier: string;
        /** Pattern of the alias, with placeholders in double curly braces; empty for none. */
        readonly mailNicknamePattern: string;
        /** Pattern of the display name; empty for none. */
        readonly displayNamePattern: string;
        readonly policy?: {
          /** A team, or a group only. */
          readonly kind?: 'team' | 'group';
          readonly visibility?: 'private' | 'public';
          /** Least number of different owners, responsible and deputy included. */
          readonly minimumOwners?: number;
          readonly guestsAllowed?: boolean;
          /** Whether Microsoft 365 sends its welcome mail to each new member; default false. Holds for groups that are created from now on. */
          readonly welcomeMail?: boolean;
          /** Owners of every group of the template. */
          readonly standingOwners?: readonly string[];
          /** Members of every group of the template. */
          readonly standingMembers?: readonly string[];
          /** Channels that the team begins with, besides the general one. */
          readonly channels?: readonly {
            /** Name of the channel. */
            readonly displayName: string;
            /** What the channel is for. */
            readonly description?: string | null;
          }[];
        };
      };
      readonly answer: {
        readonly templateId: string;
        readonly organisationId: string;
        readonly organisation: {
          readonly name: string;
          readonly identifier: string;
        };
        readonly name: string;
        readonly identifier: string;
        readonly mailNicknamePattern: string;
        readonly displayNamePattern: string;
        readonly policy: {
          readonly kind: 'team' | 'group';
          readonly visibility: 'private' | 'public';
          readonly minimumOwners: number;
          readonly guestsAllowed: boolean;
          readonly welcomeMail: boolean;
          readonly standingOwners: readonly string[];
          readonly standingMembers: readonly string[];
          readonly channels: readonly {
            readonly displayName: string;
            readonly description: string | null;
          }[];
        };
        /** For If-Match. */
        readonly etag: string;
      };
    };
    /** Connect to the sandbox, or say how it behaves: with delays as a real suite has. */
    readonly '/{tenantId}/directory/sandbox': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly header: {
        /** The csrfToken of the session. */
        readonly 'x-csrf-token'?: string;
        /** The etag of what was seen, in quotes. */
        readonly 'If-Match'?: string;
      };
      readonly body: {
        readonly replicationDelayMs: number;
        readonly teamCreationMs: number;
      };
      readonly answer: {
        readonly kind: 'sandbox' | 'microsoft365';
        readonly sandbox: {
          readonly replicationDelayMs: number;
          readonly teamCreationMs: number;
        } | null;
        readonly microsoft365: {
          readonly entraTenantId: string;
          readonly clientId: string;
          readonly credential: 'secret' | 'certificate' | 'workload_identity';
          /** The secret itself is never answered. */
          readonly hasSecret: boolean;
          readonly graphBaseUrl: string;
          readonly loginBaseUrl: string;
          /** Those of an administrator lead to public addresses only. */
          readonly addressesGivenBy: 'operator' | 'administrator';
          /** Calls in place of Microsoft's published limits. */
          readonly limits: Readonly<Record<string, number>>;
        } | null;
        /** Microsoft's limits, which a connection's own replace. */
        readonly publishedLimits: readonly {
          readonly name: string;
          readonly calls: number;
          readonly perMs: number;
        }[];
        /** For If-Match. */
        readonly etag: string;
      };
    };
    /** Connect to Microsoft 365, or change the connection. */
    readonly '/{tenantId}/directory/microsoft365': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly header: {
        /** The csrfToken of the session. */
        readonly 'x-csrf-token'?: string;
        /** The etag of what was seen, in quotes. */
        readonly 'If-Match'?: string;
      };
      readonly body: {
        /** Id of the Microsoft Entra tenant. */
        readonly entraTenantId: string;
        /** Application (client) id of the Entra application. */
        readonly clientId: string;
        readonly credential: 'secret' | 'certificate' | 'workload_identity';
        /** Default https://graph.microsoft.com. */
        readonly graphBaseUrl?: string;
        /** Default https://login.microsoftonline.com. */
        readonly loginBaseUrl?: string;
        /** Calls in place of Microsoft's published limits: microsoft-graph/calls.ts. */
        readonly limits?: {
          readonly teamCreate?: number;
          readonly teamPut?: number;
          readonly teamRead?: number;
          readonly channelCreate?: number;
          readonly teamMembersRead?: number;
          readonly otherTeamsReads?: number;
          readonly otherTeamsWrites?: number;
          readonly onOneTeam?: number;
          readonly channelCreateOnOneTeam?: number;
          readonly otherReadsOnOneTeam?: number;
          readonly otherWritesOnOneTeam?: number;
          readonly directoryWrites?: number;
          readonly resourceUnits?: number;
        };
        /** Never answered. Absent, null or empty: the stored one stays. */
        readonly secret?: string | null;
      };
      readonly answer: {
        readonly kind: 'sandbox' | 'microsoft365';
        readonly sandbox: {
          readonly replicationDelayMs: number;
          readonly teamCreationMs: number;
        } | null;
        readonly microsoft365: {
          readonly entraTenantId: string;
          readonly clientId: string;
          readonly credential: 'secret' | 'certificate' | 'workload_identity';
          /** The secret itself is never answered. */
          readonly hasSecret: boolean;
          readonly graphBaseUrl: string;
          readonly loginBaseUrl: string;
          /** Those of an administrator lead to public addresses only. */
          readonly addressesGivenBy: 'operator' | 'administrator';
          /** Calls in place of Microsoft's published limits. */
          readonly limits: Readonly<Record<string, number>>;
        } | null;
        /** Microsoft's limits, which a connection's own replace. */
        readonly publishedLimits: readonly {
          readonly name: string;
          readonly calls: number;
          readonly perMs: number;
        }[];
        /** For If-Match. */
        readonly etag: string;
      };
    };
    /** Change a person of the sandbox, for example disable the account. */
    readonly '/{tenantId}/directory/people/{personId}': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The person. */
        readonly personId: string;
      };
      readonly header: {
        /** The csrfToken of the session. */
        readonly 'x-csrf-token'?: string;
        /** The etag of what was seen, in quotes. */
        readonly 'If-Match'?: string;
      };
      readonly body: {
        /** Id of the person; one is made up when it is left out. */
        readonly id?: string;
        readonly email: string;
        /** Name of the person. */
        readonly name: string;
        readonly kind?: 'member' | 'guest';
        /** False for an account that is blocked from signing in. */
        readonly enabled?: boolean;
      };
      readonly answer: {
        readonly personId: string;
        readonly email: string;
        readonly displayName: string;
        readonly kind: 'member' | 'guest';
        readonly enabled: boolean;
        /** For If-Match. */
        readonly etag: string;
      };
    };
    /** Change the role of a person, who is on the list from then on. */
    readonly '/{tenantId}/administrators/{administratorId}': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The person. */
        readonly administratorId: string;
      };
      readonly header: {
        /** The csrfToken of the session. */
        readonly 'x-csrf-token'?: string;
        /** The etag of what was seen, in quotes. */
        readonly 'If-Match'?: string;
      };
      readonly body: {
        /** A reader sees everything and changes nothing. */
        readonly role: 'administrator' | 'reader';
      };
      readonly answer: {
        readonly administratorId: string;
        readonly email: string;
        readonly name: string | null;
        /** A reader sees everything and changes nothing. */
        readonly role: 'administrator' | 'reader';
        readonly source: 'list' | 'claim';
        /** Whether an account of the sign-in provider is bound to the person; no other one is admitted. */
        readonly accountBound: boolean;
        readonly createdAt: string;
        readonly lastSignedInAt: string | null;
        /** For If-Match. */
        readonly etag: string;
      };
    };
    /** Change an endpoint. */
    readonly '/{tenantId}/webhooks/{endpointId}': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The endpoint. */
        readonly endpointId: string;
      };
      readonly header: {
        /** The csrfToken of the session. */
        readonly 'x-csrf-token'?: string;
        /** The etag of what was seen, in quotes. */
        readonly 'If-Match'?: string;
      };
      readonly body: {
        /** Where events are sent. */
        readonly url: string;
        /** What the endpoint is for. */
        readonly description?: string;
        /** Only events of these types; null for every type. */
        readonly eventTypes?:
          | readonly (
              | 'group.accepted'
              | 'group.succeeded'
              | 'group.failed'
              | 'group.cancelled'
              | 'api_key.created'
              | 'api_key.revoked'
              | 'api_key.secret_added'
              | 'api_key.secret_ended'
              | 'organisation.created'
              | 'organisation.changed'
              | 'organisation.deleted'
              | 'template.created'
              | 'template.changed'
              | 'template.deleted'
            )[]
          | null;
      };
      readonly answer: {
        readonly endpointId: string;
        readonly url: string;
        readonly description: string;
        /** Null: every type. */
        readonly eventTypes:
          | readonly (
              | 'group.accepted'
              | 'group.succeeded'
              | 'group.failed'
              | 'group.cancelled'
              | 'api_key.created'
              | 'api_key.revoked'
              | 'api_key.secret_added'
              | 'api_key.secret_ended'
              | 'organisation.created'
              | 'organisation.changed'
              | 'organisation.deleted'
              | 'template.created'
              | 'template.changed'
              | 'template.deleted'
            )[]
          | null;
        /** failing: the latest attempts did not work; it is tried again by itself. */
        readonly state: 'active' | 'failing' | 'disabled';
        readonly disabledReason: string | null;
        /** The keys that sign now: several while they are rotated. */
        readonly signing: readonly {
          /** hmac or ed25519. */
          readonly kind: string;
          readonly createdAt: string;
          readonly expiresAt: string | null;
        }[];
        /** Of the Ed25519 keys: whpk_…. */
        readonly publicKeys: readonly string[];
        readonly createdAt: string;
        readonly createdBy: string;
        /** For If-Match. */
        readonly etag: string;
      };
    };
  };
}
