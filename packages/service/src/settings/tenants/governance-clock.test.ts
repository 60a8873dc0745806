import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DirectoryConnection } from '../../directory/connection.ts';
import { createGovernanceClock, type Tenant } from './tenant.ts';

const tenantOf = (kind: DirectoryConnection['kind'], governanceOffsetMs: number): Tenant => ({
  tenantId: 'tenant',
  name: 'Aare',
  directory: { kind } as DirectoryConnection,
  directorySecretSealed: null,
  sharePointSecretSealed: null,
  blockedWords: [],
  newGroups: 'report',
  nightlyProbe: null,
  notices: null,
  noticesSecretSealed: null,
  governanceOffsetMs,
});

test('only a sandbox has a clock that can be ahead of real time', () => {
  const nowIn = (tenant: Tenant | undefined) =>
    createGovernanceClock({ tenantOf: () => tenant, clock: { now: () => 1_000 } })
      .now('tenant')
      .getTime();
  assert.equal(nowIn(tenantOf('sandbox', 500)), 1_500);
  assert.equal(nowIn(tenantOf('microsoft365', 500)), 1_000);
  assert.equal(nowIn(undefined), 1_000);
});
