// The variables of the environment, as docs/configuration.md lists them. A test compares the two.
interface Variable {
  readonly name: string;
  readonly default: string;
  readonly meaning: string;
}

export const variables = [
  { name: 'HOST', default: '127.0.0.1', meaning: 'Address to listen on.' },
  { name: 'PORT', default: '8080', meaning: 'Port to listen on; 0 takes any free one.' },
  {
    name: 'BASE_URL',
    default: 'http://HOST:PORT',
    meaning:
      'Address at which callers reach the service, with a path if your proxy has one. Every address in an answer begins with it. The default has 127.0.0.1 if HOST is 0.0.0.0 or ::.',
  },
  {
    name: 'ADMIN_URL',
    default: 'BASE_URL/admin',
    meaning: 'Address of the admin center.',
  },
  {
    name: 'DATABASE_URL',
    default: '(embedded PostgreSQL)',
    meaning:
      'PostgreSQL to use, as postgres://…, with several hosts separated by commas. Without it, the service runs its own PostgreSQL.',
  },
  {
    name: 'DATABASE_DIRECT_URL',
    default: '(none)',
    meaning:
      'The same database without the pooler, for migrations and notifications, if DATABASE_URL leads to a pooler in transaction mode.',
  },
  {
    name: 'GROUPWRIGHT_DATA_DIR',
    default: './.groupwright',
    meaning: "Directory for the embedded PostgreSQL's data, the key file and quickstart.json.",
  },
  {
    name: 'ROLES',
    default: 'api,worker',
    meaning: 'Roles of this process: api, worker, or both.',
  },
  {
    name: 'PROCESSES',
    default: '(by the cores)',
    meaning:
      'Processes that serve together under a supervisor, 1 to 16: one works and the others answer callers, or all have the one role of ROLES. 1 keeps everything in one process, and is the default below 4 cores or with DATABASE_URL.',
  },
  {
    name: 'LOG_LEVEL',
    default: 'info',
    meaning: 'fatal, error, warn, info, debug, trace or silent.',
  },
  {
    name: 'LOG_FORMAT',
    default: '(by the output)',
    meaning: 'text or json. By default, text on a terminal and json elsewhere.',
  },
  {
    name: 'RATE_LIMIT',
    default: '6000',
    meaning:
      'Requests a minute for each API key, or off. A bulk request counts once for each entry, and 250 people count as one more.',
  },
  {
    name: 'ADMIN_RATE_LIMIT',
    default: '600',
    meaning: 'Requests a minute for each administrator in the admin center, or off.',
  },
  {
    name: 'MAX_WAIT_SECONDS',
    default: '3600',
    meaning:
      'Longest wait for the turn of a new group, or off. If the groups of a tenant that wait already would take longer, further ones get 429 with Retry-After.',
  },
  {
    name: 'SHUTDOWN_DELAY_SECONDS',
    default: '5',
    meaning:
      'Seconds for which a process with the role api still serves after SIGTERM, while /readyz says 503 and each answer ends its connection, so that balancers and callers leave first: 0 to 300.',
  },
  {
    name: 'TRUSTED_PROXIES',
    default: '(none)',
    meaning:
      'Proxies whose X-Forwarded-For or Forwarded header is trusted: addresses or CIDR ranges, comma separated.',
  },
  {
    name: 'GROUPWRIGHT_ENCRYPTION_KEY',
    default: '(key file in the data directory)',
    meaning:
      'Base64 of the 32-byte key that encrypts stored secrets. To rotate, list several, comma separated; the first one encrypts.',
  },
  {
    name: 'WEBHOOK_NETWORKS',
    default: '(public addresses only)',
    meaning:
      'Further networks that webhooks and directory connections from the admin center may reach: CIDR ranges, comma separated, or loopback for local tests.',
  },
  {
    name: 'HTTPS_PROXY',
    default: '(none)',
    meaning:
      'Proxy for Microsoft 365, sign-in providers and webhooks with https addresses, with its scheme, such as http://proxy.example:3128. The lower-case name, https_proxy, takes precedence; the same goes for the next two.',
  },
  {
    name: 'HTTP_PROXY',
    default: '(none)',
    meaning: 'Proxy for webhooks with http addresses.',
  },
  {
    name: 'NO_PROXY',
    default: '(this machine and link-local addresses)',
    meaning:
      'Further hosts to reach without a proxy: names with their subdomains, IP addresses and CIDR ranges, comma separated, or *.',
  },
  {
    name: 'IDENTITY_ENDPOINT',
    default: '(set by the platform)',
    meaning:
      'Address of the managed identity in Azure App Service, Functions and Container Apps. Without it, a connection by managed identity uses the one of virtual machines.',
  },
  {
    name: 'IDENTITY_HEADER',
    default: '(set by the platform)',
    meaning: 'Secret of the platform for IDENTITY_ENDPOINT.',
  },
  {
    name: 'AZURE_FEDERATED_TOKEN_FILE',
    default: '(set by the platform)',
    meaning: 'File with the token of a workload identity. It is read for each sign-in.',
  },
  {
    name: 'REPORT_HOSTS',
    default: 'reports*.office.com',
    meaning:
      'Hosts from which Microsoft 365 delivers reports about the use of groups, comma separated; * is any text without a dot. They get no token.',
  },
  {
    name: 'BACKUP_DIRECTORY',
    default: '(none)',
    meaning:
      'Directory in which the service takes backups of its embedded PostgreSQL. Without it, it takes none.',
  },
  {
    name: 'BACKUP_INTERVAL_HOURS',
    default: '24',
    meaning: 'Interval in hours at which it takes one: 1 to 720.',
  },
  {
    name: 'BACKUP_KEEP',
    default: '14',
    meaning: 'Backups that stay in the directory, the newest ones: 1 to 1000.',
  },
  {
    name: 'BACKUP_S3_URL',
    default: '(none)',
    meaning:
      'Storage that speaks S3, to which each backup of BACKUP_DIRECTORY goes, as https://endpoint/bucket/prefix. The directory keeps none then.',
  },
  {
    name: 'BACKUP_S3_REGION',
    default: 'us-east-1',
    meaning: 'Region of the bucket.',
  },
  {
    name: 'BACKUP_S3_ACCESS_KEY_ID',
    default: '(none)',
    meaning:
      'Access key id for the bucket. It needs the rights to list, read, write and delete objects.',
  },
  {
    name: 'BACKUP_S3_SECRET_ACCESS_KEY',
    default: '(none)',
    meaning: 'Secret access key.',
  },
  {
    name: 'RECONCILIATION_INTERVAL_MINUTES',
    default: '360',
    meaning:
      'Interval in minutes at which a worker reconciles the records of each tenant with its directory: 1 to 10080, or off.',
  },
  {
    name: 'RETENTION',
    default: '(see its page)',
    meaning:
      'How long data of the past is kept, as name=duration, comma separated, such as request_log=P90D,deliveries=P14D. docs/operator/retention.md lists the names.',
  },
  {
    name: 'GROUPWRIGHT_DEMO',
    default: 'auto',
    meaning:
      'auto creates a demo tenant in an empty embedded PostgreSQL and prints its secret; off does not. Use off in production.',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    default: '(none)',
    meaning:
      'Collector that receives traces by OTLP over HTTP, in JSON, such as http://127.0.0.1:4318. Without it, the service passes trace contexts on and records no spans.',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    default: '(none)',
    meaning:
      'Headers for the collector, such as a token: name=value, comma separated, values percent-encoded.',
  },
  {
    name: 'METRICS_TOKEN',
    default: '(none)',
    meaning:
      'Bearer token that /metrics requires: 16 to 512 letters, digits or - . _ ~ + /. Without it, anyone who can reach the service can read /metrics.',
  },
] as const satisfies readonly Variable[];

export type VariableName = (typeof variables)[number]['name'];
