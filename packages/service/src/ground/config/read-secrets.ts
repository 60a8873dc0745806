// Secrets come from the environment or from files: NAME_FILE names one, as in container images, and systemd hands over
// credentials (LoadCredential=NAME:…) in a directory.
import { readSecret, type Wrong } from './read-values.ts';
import type { VariableName } from './variables.ts';

/** These may be in files. Anyone who may read the environment of the process sees them otherwise. */
export const secretVariables = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'GROUPWRIGHT_ENCRYPTION_KEY',
  'HTTPS_PROXY',
  'HTTP_PROXY',
  'IDENTITY_HEADER',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'METRICS_TOKEN',
  'BACKUP_S3_SECRET_ACCESS_KEY',
] as const satisfies readonly VariableName[];

/** The environment with the secrets that are in files. */
export function withSecretFiles(
  env: Readonly<Record<string, string | undefined>>,
  wrong: Wrong,
): Readonly<Record<string, string | undefined>> {
  const read = Object.fromEntries(
    secretVariables.map((name) => [name, readSecret(env, name, wrong)] as const),
  );
  return { ...env, ...read };
}
