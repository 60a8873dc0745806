// The meaning and the remedy of each problem, for people. The pages of the problem types and the description of
// the API both use it.
import type { FieldError, ProblemCode } from '../ground/errors.ts';

export interface ProblemGuide {
  readonly meaning: string;
  /** The remedy, as sentences. */
  readonly remedy: string;
  /** Whether the same request may work later, unchanged. */
  readonly retry: 'yes' | 'no' | 'after a change elsewhere';
  readonly example: { readonly detail: string; readonly errors?: readonly FieldError[] };
}

/** An example of the id of another group. */
export const exampleTeamId = '0198b0c1-77aa-7d10-8f2e-0c9b8a7d6e5f';

const wait = 'Wait for the time in the Retry-After header, then send the same request again.';

export const problemGuide: Readonly<Record<ProblemCode, ProblemGuide>> = {
  malformed_json: {
    meaning:
      'The body is not valid JSON: it has a syntax error, text that is not UTF-8, a duplicate member, or nesting deeper than 32 levels.',
    remedy: 'Correct the body; the detail names the line and column, or the member.',
    retry: 'no',
    example: {
      detail: 'The body is not valid JSON: expected ":" at line 3, column 18.',
    },
  },
  invalid_query: {
    meaning: 'A query parameter is unknown, or its value is not valid.',
    remedy: 'Correct the parameters that errors lists. Take cursors from nextLink, unchanged.',
    retry: 'no',
    example: {
      detail: 'limit must be from 1 to 200.',
      errors: [
        {
          parameter: 'limit',
          code: 'out_of_range',
          detail: 'limit must be from 1 to 200.',
          values: { minimum: 1, maximum: 200 },
        },
      ],
    },
  },
  invalid_request: {
    meaning: 'The request or one of its headers is not valid in HTTP or for this service.',
    remedy: 'Correct what the detail names.',
    retry: 'no',
    example: {
      detail:
        'The Idempotency-Key header must be 1 to 255 printable ASCII characters in double quotes.',
      errors: [
        {
          parameter: 'Idempotency-Key',
          code: 'pattern_mismatch',
          detail:
            'The Idempotency-Key header must be 1 to 255 printable ASCII characters in double quotes.',
        },
      ],
    },
  },
  invalid_credentials: {
    meaning:
      'Tenant, key and secret do not match, or the key is revoked or expired. The answer does not reveal the actual cause.',
    remedy:
      'Compare tenantId, keyId and secret with those of the admin center. A lost secret cannot be shown again: create a new key.',
    retry: 'after a change elsewhere',
    example: {
      detail:
        'The credentials are not valid. Check tenantId, keyId and secret, and that the key is neither revoked nor expired.',
    },
  },
  invalid_token: {
    meaning:
      'The access token is missing, expired, or not issued by this service, or its API key has been revoked.',
    remedy:
      'Request a new token with POST /token and send it as "Authorization: Bearer <ACCESS_TOKEN>".',
    retry: 'after a change elsewhere',
    example: {
      detail:
        'The access token is not valid: it is malformed, expired, signed by another key, or its API key was revoked.',
    },
  },
  not_signed_in: {
    meaning: 'This address of the admin center requires a session. You have none, or it has ended.',
    remedy: 'Sign in again.',
    retry: 'after a change elsewhere',
    example: { detail: 'You are not signed in, or your session has expired.' },
  },
  sign_in_failed: {
    meaning:
      'The sign-in to the admin center failed, for example because its link was already used.',
    remedy: 'Start the sign-in again. If you used a link, ask for a new one.',
    retry: 'no',
    example: {
      detail:
        'This sign-in link is not valid: it works once, within 15 minutes, or within a week as an invitation. Ask for a new one.',
    },
  },
  forbidden: {
    meaning: 'You are signed in, but you may not do this in the admin center.',
    remedy: 'Ask an administrator of your tenant. If the detail says so, reload the page.',
    retry: 'after a change elsewhere',
    example: {
      detail: 'Your role is reader: you can view everything but change nothing.',
    },
  },
  scope_missing: {
    meaning:
      'The API key is valid, but lacks a scope that this request needs. The detail names the scope.',
    remedy:
      'Ask an administrator to add the scope to the API key. It holds within a second, for tokens that you have, too.',
    retry: 'after a change elsewhere',
    example: { detail: 'This API key lacks the scope groups:create.' },
  },
  tenant_removed: {
    meaning:
      'The operator of the service removed the tenant. For a time, the operator can take that back.',
    remedy: 'Ask the operator of the service.',
    retry: 'after a change elsewhere',
    example: { detail: 'The operator of the service removed your tenant.' },
  },
  tenant_moved: {
    meaning:
      'The tenant moved to another installation of the service, whose base address is in the detail and in the header Location.',
    remedy:
      'Set the base address to the new one. API keys, ids and Idempotency-Keys stay the same. Get a new token there: those of the former installation are not valid.',
    retry: 'no',
    example: {
      detail:
        'Your tenant moved to https://x.example. Send your requests there, with the same API key.',
    },
  },
  address_not_allowed: {
    meaning:
      'The API key is valid, but is limited to ranges of IP addresses, and this request came from another address.',
    remedy:
      'Call from an allowed address, or ask an administrator to change the IP ranges of the API key. A change applies within a second.',
    retry: 'after a change elsewhere',
    example: { detail: 'This API key may not be used from the address 203.0.113.7.' },
  },
  source_not_allowed: {
    meaning:
      'The API key is bound to one source, and this request names another one. The detail names the source of the key.',
    remedy:
      'Use the source of the API key, or ask an administrator to change it. A change applies within a second.',
    retry: 'after a change elsewhere',
    example: { detail: 'This API key is bound to the source hr. It cannot use another one.' },
  },
  not_found: {
    meaning: 'Nothing exists at this address, or nothing that this tenant may see.',
    remedy: 'Check the identifier and the path.',
    retry: 'no',
    example: { detail: 'There is nothing here.' },
  },
  method_not_allowed: {
    meaning: 'The address exists, but does not support this method.',
    remedy: 'Use a method that the Allow header lists.',
    retry: 'no',
    example: { detail: 'This address supports GET, HEAD.' },
  },
  not_acceptable: {
    meaning: 'The Accept header excludes every media type that this address can return.',
    remedy: 'Omit the Accept header, or accept one of the media types that the detail names.',
    retry: 'no',
    example: {
      detail: 'This address returns application/json, which the Accept header does not allow.',
    },
  },
  request_timeout: {
    meaning: 'The request did not arrive completely in time.',
    remedy: 'Send it again over a connection that is fast enough.',
    retry: 'yes',
    example: { detail: 'The request took too long to arrive.' },
  },
  mail_nickname_taken: {
    meaning:
      'Another group of the tenant has this mailNickName, or is being created with it. The comparison is case-insensitive.',
    remedy:
      'Choose another mailNickName. It becomes free when the other creation fails or its group is deleted.',
    retry: 'after a change elsewhere',
    example: {
      detail:
        'The mailNickName prj-4711 is taken by another group of this tenant. Choose another one.',
      errors: [
        {
          pointer: '/mailNickName',
          code: 'mail_nickname_taken',
          detail: 'Another group of this tenant has this mailNickName.',
          values: { name: 'prj-4711', teamId: exampleTeamId },
        },
      ],
    },
  },
  comparison_too_early: {
    meaning:
      'The group is being changed or was changed a moment ago, so the directory may still show it as it was before.',
    remedy: wait,
    retry: 'yes',
    example: {
      detail:
        'The group was changed a moment ago, and the directory may still show it as it was before. Compare it later.',
    },
  },
  on_hold: {
    meaning: 'The group is on hold, so nobody can archive or delete it.',
    remedy: 'Read lifecycle.hold of the group for the reason. Release the hold first.',
    retry: 'after a change elsewhere',
    example: { detail: 'The group is on hold: Lawsuit 4711. Release the hold first.' },
  },
  not_expiring: {
    meaning: 'The template of the group has no lifecycle, or the group was deleted.',
    remedy: 'Nothing needs to be renewed.',
    retry: 'no',
    example: { detail: 'The group does not expire, so it cannot be renewed.' },
  },
  renewal_limit: {
    meaning: 'The group was renewed as often as its template allows.',
    remedy: 'Ask an administrator, who can renew it without limit, or change the template.',
    retry: 'after a change elsewhere',
    example: {
      detail:
        'The group was renewed 5 times, as often as its template allows. An administrator can renew it.',
    },
  },
  group_not_active: {
    meaning: 'The group is in a state that does not allow the operation, for example deleted.',
    remedy:
      'Read the group: its state says what is possible. Restore a deleted group first. A group that was never created needs a new request.',
    retry: 'after a change elsewhere',
    example: {
      detail: 'The operation change is not possible: the group is deleted; restore it first.',
    },
  },
  successor_missing: {
    meaning: 'The person who leaves is responsible for a group that has no deputy.',
    remedy: 'Name the successor: send the handover again with the member to.',
    retry: 'no',
    example: {
      detail: 'The group has no deputy who could become responsible. Name a successor.',
    },
  },
  restore_window_over: {
    meaning: 'The group was deleted too long ago. The directory keeps it no longer.',
    remedy: 'Create a new group.',
    retry: 'no',
    example: {
      detail:
        'The group was deleted on 2026-01-02. A directory keeps a deleted group for 30 days, so this one cannot be restored.',
    },
  },
  task_closed: {
    meaning:
      'Someone else decided the task first, it was not decided in time, or its question no longer applies.',
    remedy: 'Read the task. Its outcome says what was decided.',
    retry: 'no',
    example: { detail: 'This task was decided by mateusz.kowalski@nordlicht.example: renew.' },
  },
  link_not_valid: {
    meaning:
      'The decision link is not valid. It was used, its task ended, it belongs to someone else, or it never existed. The answer does not reveal the actual cause.',
    remedy: 'Look for a newer message of the service about the group, or ask an administrator.',
    retry: 'no',
    example: {
      detail:
        'This link is not valid. The question may have been answered already, by you or by someone else, or its time may be over.',
    },
  },
  version_conflict: {
    meaning: 'Someone else changed the object after you read it.',
    remedy: 'Read it again, apply your change to the current version, and send that.',
    retry: 'no',
    example: {
      detail:
        'Someone else changed the organisation in the meantime. Read it again, then repeat your change.',
    },
  },
  in_use: {
    meaning: 'The object that you want to remove is still in use.',
    remedy: 'First remove what the detail names.',
    retry: 'after a change elsewhere',
    example: {
      detail: 'The organisation nordlicht-energy cannot be deleted: delete its templates first.',
    },
  },
  quota_exceeded: {
    meaning: 'The tenant has reached its limit for this kind of object.',
    remedy: 'Remove objects that you no longer need. The detail names the limit.',
    retry: 'after a change elsewhere',
    example: { detail: 'A tenant can have at most 200 active API keys. Revoke one first.' },
  },
  payload_too_large: {
    meaning: 'The body is larger than 2 MiB, or contains more than 50,000 values.',
    remedy: 'Send less; for many members, several smaller groups.',
    retry: 'no',
    example: { detail: 'The body is larger than this address allows.' },
  },
  unsupported_media_type: {
    meaning: 'The Content-Type of the body is missing, or this address does not support it.',
    remedy: 'Send JSON, with "Content-Type: application/json".',
    retry: 'no',
    example: { detail: 'The body must be sent with the Content-Type application/json.' },
  },
  validation_failed: {
    meaning: 'The body is readable, but its content is not valid.',
    remedy:
      'Correct every fault in errors. The list is complete unless detail gives a number of further faults.',
    retry: 'no',
    example: {
      detail: 'The request has 2 faults; each is listed in errors.',
      errors: [
        {
          pointer: '/mailNicname',
          code: 'unknown_member',
          detail: 'mailNicname is unknown; did you mean mailNickName?',
          values: { name: 'mailNicname', suggestion: 'mailNickName' },
        },
        {
          pointer: '/mailNickName',
          code: 'required',
          detail: 'mailNickName is missing.',
          values: { name: 'mailNickName' },
        },
      ],
    },
  },
  idempotency_key_reused: {
    meaning:
      'An earlier request used this Idempotency-Key with another body. The service keeps keys for 30 days.',
    remedy:
      'Send the original body, or use a new key for a new request. A key also stays with a creation that failed: the corrected request needs a new one.',
    retry: 'no',
    example: {
      detail:
        'This Idempotency-Key was already used for another request. Use a new key for a new request.',
    },
  },
  rate_limited: {
    meaning:
      'The API key or administrator exceeded its limit per minute, or has two costly requests in progress. Or its tenant has four costly requests, 32 MiB of bodies, or too many event streams, exports or proofs open.',
    remedy: `${wait} The RateLimit header of every answer shows the remaining quota.`,
    retry: 'yes',
    example: {
      detail:
        'This API key may send 6000 requests per minute. Wait for the time in the Retry-After header.',
    },
  },
  too_many_failed_attempts: {
    meaning: 'Too many requests with wrong credentials, links or sessions came from this address.',
    remedy:
      'Check what you send: correct credentials are always accepted. Wait for the time in the Retry-After header before you try others.',
    retry: 'yes',
    example: {
      detail:
        'Too many token requests with wrong credentials came from this address. Wait for the time in the Retry-After header.',
    },
  },
  headers_too_large: {
    meaning: 'The headers of the request are larger than 16 KiB in total.',
    remedy: 'Send fewer or shorter headers.',
    retry: 'no',
    example: { detail: 'The headers are larger than 16 KiB in total.' },
  },
  unavailable: {
    meaning:
      'The service cannot answer at the moment, for example because it cannot reach its database. Nothing was changed.',
    remedy: `${wait} With an Idempotency-Key, repeating POST /teams is always safe.`,
    retry: 'yes',
    example: {
      detail:
        'The service cannot reach its database at the moment. Nothing is lost; try again shortly.',
    },
  },
  internal_error: {
    meaning: 'The service failed unexpectedly.',
    remedy: 'Try again, with the same Idempotency-Key. If it fails again, report the requestId.',
    retry: 'yes',
    example: {
      detail:
        'The service failed unexpectedly. Try again; if it keeps failing, report the requestId.',
    },
  },
  people_not_found: {
    meaning:
      'The creation failed because the directory does not know some of the people. The errors also name people whom it knows but who cannot join the group. Nothing was created, and the alias is free again.',
    remedy: 'Correct or omit the people that errors lists, and create the group again.',
    retry: 'no',
    example: {
      detail:
        'The directory does not know mira.holm@nordlicht.example. Correct or remove them, then send the request again.',
      errors: [
        {
          pointer: '/owners/0',
          code: 'person_not_found',
          detail: 'mira.holm@nordlicht.example is not in the directory.',
          values: { person: 'mira.holm@nordlicht.example' },
        },
      ],
    },
  },
  people_not_eligible: {
    meaning:
      'The creation failed because some of the people cannot join the group, for example because their account is disabled. Nothing was created, and the alias is free again.',
    remedy:
      'Have the accounts that errors lists corrected, or omit them, and create the group again.',
    retry: 'after a change elsewhere',
    example: {
      detail: 'The account of nora.vik@nordlicht.example is disabled.',
      errors: [
        {
          pointer: '/deputy',
          code: 'person_disabled',
          detail: 'The account of nora.vik@nordlicht.example is disabled.',
          values: { person: 'nora.vik@nordlicht.example' },
        },
      ],
    },
  },
  directory_refused: {
    meaning: 'The creation failed because the directory refused the group.',
    remedy: 'Correct the fault that the detail names, and create the group again.',
    retry: 'no',
    example: { detail: 'The sandbox permanently refuses to create this team (simulated).' },
  },
  directory_alias_taken: {
    meaning:
      'The creation failed because another object in the directory has this alias. The service did not create that object and did not change it.',
    remedy: 'Choose another mailNickName, or have the alias freed in the directory.',
    retry: 'after a change elsewhere',
    example: {
      detail: 'Another group in the directory already has the alias board. Choose another one.',
      errors: [
        {
          pointer: '/mailNickName',
          code: 'directory_alias_taken',
          detail: 'Another group in the directory already has the alias board. Choose another one.',
          values: { name: 'board' },
        },
      ],
    },
  },
  directory_name_refused: {
    meaning:
      'The creation failed because the naming policy of the directory refuses the displayName or the mailNickName. Nothing was created, and the alias is free again.',
    remedy: 'Choose names that follow the policy, which errors quotes for each name.',
    retry: 'no',
    example: {
      detail:
        'The sandbox refuses the alias “sandbox-blocked-word”: it contains a blocked word (simulated).',
      errors: [
        {
          pointer: '/mailNickName',
          code: 'name_refused',
          detail:
            'The sandbox refuses the alias “sandbox-blocked-word”: it contains a blocked word (simulated).',
        },
      ],
    },
  },
  directory_permission_missing: {
    meaning: 'The creation failed because this service lacks a permission in the directory.',
    remedy:
      'Have an administrator grant the permission that the detail names, then create the group again.',
    retry: 'after a change elsewhere',
    example: {
      detail:
        'The connection may not create groups: the Entra application lacks the permission Group.ReadWrite.All, or consent to it.',
    },
  },
  directory_unavailable: {
    meaning: 'The creation failed because the directory could not be reached for a long time.',
    remedy: 'Create the group again once the directory can be reached.',
    retry: 'yes',
    example: {
      detail:
        'The directory did not complete the request within a day. Last error: Microsoft 365 cannot be reached at graph.microsoft.com: it refused the connection (ECONNREFUSED).',
    },
  },
  approval_rejected: {
    meaning:
      'The creation or the operation failed because a person who must approve it has rejected it. Nothing was created or changed. The alias of a rejected creation is free again.',
    remedy: 'Read the reason in the detail. If it no longer applies, send the request again.',
    retry: 'after a change elsewhere',
    example: {
      detail: 'mateusz.kowalski@nordlicht.example rejected the group: There is one already.',
    },
  },
  approval_expired: {
    meaning:
      'The creation or the operation failed because no one approved it in time. Nothing was created or changed. The alias of an expired creation is free again.',
    remedy: 'Send the request again, and ask the people who must approve it.',
    retry: 'yes',
    example: { detail: 'No one approved the group in time.' },
  },
  no_approver: {
    meaning:
      'The creation or the operation needs an approval, and nobody could be asked for it: no approver of the template is available, and there is no steward or administrator. Nothing was created or changed.',
    remedy: 'Correct the approvers of the template, then send the request again.',
    retry: 'after a change elsewhere',
    example: {
      detail:
        'No approver of the template is available, and there is no steward or administrator to ask. Correct the approvers of the template, then send the request again.',
    },
  },
  group_not_adoptable: {
    meaning:
      'The service cannot adopt the group: since the request was accepted, the group was removed, or it has an obstacle. Nothing was written to it.',
    remedy: 'Correct what errors lists, then send the request again.',
    retry: 'after a change elsewhere',
    example: {
      detail: 'The directory has no group with this id. Read the list of its groups again.',
    },
  },
  setting_not_applied: {
    meaning:
      'The template requires its settings, and the directory does not take one of them. The creation failed before any member was in the group, and its group was removed. A repair fails if it was to write settings only.',
    remedy:
      'Grant the permission that the detail names, or change the settings of the template. Then send the request again.',
    retry: 'after a change elsewhere',
    example: {
      detail:
        'The template’s settings members.createChannels are not applied. The connection may not change the settings of teams: the Entra application lacks the permission TeamSettings.ReadWrite.All, or consent to it.',
    },
  },
  label_not_applied: {
    meaning:
      'The template requires its settings, and the group does not get its sensitivity label. The creation failed before any member was in the group, and its group was removed. A repair fails if it was to write the label only.',
    remedy:
      'Configure the second credential of the connection, for SharePoint, or change the label of the template. Then send the request again.',
    retry: 'after a change elsewhere',
    example: {
      detail:
        'The template’s settings sensitivityLabel are not applied. The connection has no second credential for SharePoint (directory.sharePoint), and Microsoft Graph refuses sensitivity labels to applications.',
    },
  },
  archive_needs_team: {
    meaning: 'The group has no team, and a directory archives teams only.',
    remedy:
      'Leave the group as it is, delete it, or add a team to it in Microsoft Teams and compare it.',
    retry: 'no',
    example: { detail: 'The group 5b0e3f1a-7c1d-4b8e-9a57-3f6d2a1c8e40 has no team.' },
  },
  archive_needs_owner: {
    meaning: 'The team has no owner, and a directory archives only teams with an owner.',
    remedy: 'Hand the group over to a new responsible person, then archive it.',
    retry: 'after a change elsewhere',
    example: { detail: 'The group 5b0e3f1a-7c1d-4b8e-9a57-3f6d2a1c8e40 has no owner.' },
  },
};
