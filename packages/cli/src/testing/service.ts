// A service with one tenant, and the command signed in to it: the set-up of the tests of commands.
import {
  startTestService,
  teamRequest,
  type TestService,
  type TestTenant,
} from '../../../service/testing/service.ts';
import { createCli, type Cli } from './cli.ts';

export interface CliService {
  readonly at: TestService;
  readonly tenant: TestTenant;
  readonly cli: Cli;
  /** Requests a group with this alias, and gives its id. */
  create(this: void, alias: string): Promise<string>;
  close(): Promise<void>;
}

export async function startCliService(): Promise<CliService> {
  const at = await startTestService();
  const tenant = await at.addTenant();
  const cli = await cliOf(at, tenant);
  return {
    at,
    tenant,
    cli,
    async create(alias) {
      const body = teamRequest(alias);
      const answer = await at.call(tenant, '/teams', { method: 'POST', body });
      return (answer.body as { teamId: string }).teamId;
    },
    async close() {
      await cli.close();
      await at.close();
    },
  };
}

/** The command with the key of a tenant. */
export function cliOf(at: TestService, { tenantId, keyId, secret }: TestTenant): Promise<Cli> {
  return createCli({
    GROUPWRIGHT_BASE_URL: at.address,
    GROUPWRIGHT_TENANT_ID: tenantId,
    GROUPWRIGHT_KEY_ID: keyId,
    GROUPWRIGHT_SECRET: secret,
  });
}
