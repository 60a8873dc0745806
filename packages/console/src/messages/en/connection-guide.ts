export const en = {
  hasGroups:
    'This tenant has groups in its current directory. Only the operator can connect it to another one, with a tenant file.',
  tenantFixed: 'The tenant has groups in this directory, so only the operator can change it.',
  opensElsewhere: '{text} (opens in a new tab)',
  state: { done: 'Done', todo: 'Open', failed: 'Needs attention' },
  prepare: {
    title: 'Prepare',
    note: 'You need an account that may register applications and consent to their permissions, such as a Privileged Role Administrator. Choose the cloud of your Microsoft 365 tenant.',
  },
  register: {
    title: 'Register an application',
    note: 'Register it for accounts of this directory only. Add the redirect URI as a web address, so that Entra leads back here after the consent. Then copy the two IDs from its overview.',
    open: 'Register in Microsoft Entra',
    overview: 'Open the application',
    redirect: 'Redirect URI',
    copyRedirect: 'Copy the redirect URI',
  },
  credential: {
    title: 'Add a credential',
    note: 'Create a client secret and copy its value, or upload the public part of a certificate.',
    open: 'Open certificates and secrets',
  },
  permissions: {
    title: 'Grant permissions',
    note: 'Add these application permissions of Microsoft Graph, then consent to them as an administrator.',
    open: 'Open API permissions',
    consent: 'Grant admin consent',
    idsFirst: 'The links appear when both IDs are entered.',
    required: 'Required',
    optional: 'Optional',
    copy: 'Copy the names',
  },
  test: {
    title: 'Test and save',
    note: 'Saving tests the connection first.',
    saveAnyway: 'Save anyway',
  },
  consented:
    'Consent was granted in Microsoft Entra. Test the connection to see its permissions. New permissions can take some minutes.',
  consentFailed: 'Consent was not granted: {reason}',
  purpose: {
    find_people: 'Find the people who become owners and members.',
    manage_groups: 'Create, find, change, delete and restore groups.',
    create_teams: 'Create teams from groups.',
    team_people: 'Add owners and members to teams, and remove them.',
    create_channels: 'Create the channels of a template.',
    archive_teams: 'Archive and unarchive teams, and write the settings of a template.',
    follow_groups: 'See new, changed and deleted groups within minutes.',
    change_authors: 'Say who changed a group that differs from its record.',
    usage_reports: 'Read once a day when groups were last used.',
    report_settings: 'See at once when Microsoft 365 conceals names in its reports.',
    read_labels: 'List the sensitivity labels in the template editor.',
    guest_settings: 'Decide by template whether owners may add guests.',
    invite_guests: 'Invite guests whom rosters name.',
    leave_dates: 'Read leave dates, so that groups are handed over before people have left.',
    send_messages: 'Send messages to people by a mailbox. Not needed for another mail server.',
  },
  permissionState: {
    granted: 'Granted',
    missing: 'Missing',
    absent: 'Not granted (optional)',
  },
  grantedBy: 'by {permission}',
  checked: 'Permissions',
  ownerlessPolicy:
    'Applications cannot read Microsoft’s policy for ownerless groups. If it is active in the Microsoft 365 admin center (Settings, Org settings, Microsoft 365 Groups), Microsoft also writes to the members of a group whose last owner has left.',
  result: {
    works: 'The sign-in works, and people and groups can be read.',
    sandbox: 'The sandbox is built in and needs no connection.',
    permissions_missing: 'The sign-in works; the Entra application lacks permissions.',
    no_answer: 'The directory did not answer in time.',
    secret_wrong: 'The client secret is wrong. Enter the secret’s value, not its ID.',
    secret_expired: 'The client secret has expired. Create a new one in Entra and enter it.',
    application_unknown: 'The Entra tenant has no application with this client ID.',
    tenant_unknown: 'Entra has no tenant with this ID.',
    certificate_refused:
      'Entra does not accept the certificate. Upload its public part to the application.',
    application_disabled: 'The application is disabled in Entra.',
    blocked_by_policy:
      'A conditional access policy blocks the application. Exclude its service principal, or allow the address of this machine.',
    consent_missing:
      'The application has no service principal in this tenant. Consent to its permissions as an administrator of the tenant.',
    secret_not_accepted:
      'Entra does not accept a client secret from this application. Connect with a certificate.',
    clock_wrong:
      'The signed assertion is outside its validity period. The operator must set the clock of the machine.',
    no_federated_credential:
      'No federated credential of the application matches the token of the workload.',
    other_cloud: 'The tenant is in another Microsoft cloud. Choose that cloud.',
    graph_of_other_cloud:
      'This cloud has no Microsoft Graph at the address of the connection. Choose addresses of the same cloud.',
    sign_in_refused: 'Entra does not accept the sign-in of the connection. ({detail})',
    sign_in_unreachable: 'The sign-in of Entra cannot be reached. ({detail})',
    permission_missing: 'The connection lacks a permission. ({detail})',
    throttled: 'Microsoft 365 is throttling requests. Try again later.',
    unavailable: 'The directory could not be reached. ({detail})',
    refused: 'The directory rejected the request. ({detail})',
    failed: 'The test failed. ({detail})',
  },
} as const;
