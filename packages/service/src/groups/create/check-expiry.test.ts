import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  completeLifecycle,
  type LifecycleInput,
} from '../../settings/organisations/lifecycle-policy.ts';
import type { Tenant } from '../../settings/tenants/tenant.ts';
import { expiryFaults } from './check-expiry.ts';

const now = Date.parse('2027-03-01T12:00:00Z');

function codesOf(
  expires: LifecycleInput['expires'],
  properties: Readonly<Record<string, string>>,
  tenant?: Tenant,
): string[] {
  const policy = completeLifecycle({ expires });
  return expiryFaults(undefined, properties, policy, tenant, now).map(
    ({ pointer, code }) => `${pointer} ${code}`,
  );
}

test('a property that names no day, or one whose expiry has passed, is a fault at its place', () => {
  const expires = { property: 'end/date', plus: 'P90D' };
  const fault = ['/properties/end~1date property_not_a_date'];
  for (const value of ['soon', '2027-02-30', '31.12.2027', '2027-1-1', '2026-01-01']) {
    assert.deepEqual(codesOf(expires, { 'end/date': value }), fault, value);
  }
  for (const value of ['2027-12-31', '2028-02-29', '2027-02-01']) {
    assert.deepEqual(codesOf(expires, { 'end/date': value }), [], value);
  }
  assert.deepEqual(codesOf({ property: 'end/date' }, { 'end/date': '2027-02-01' }), fault);
});

test('a group without the property, or of a policy without one, has no such fault', () => {
  assert.deepEqual(codesOf({ property: 'endDate' }, {}), []);
  assert.deepEqual(codesOf({ after: 'P1Y' }, { endDate: 'soon' }), []);
});

test('the past begins at the governance clock of a sandbox', () => {
  const tenant: Tenant = {
    tenantId: 'tenant',
    name: 'Tenant',
    directory: { kind: 'sandbox' } as Tenant['directory'],
    directorySecretSealed: null,
    sharePointSecretSealed: null,
    blockedWords: [],
    newGroups: 'report',
    nightlyProbe: null,
    governanceOffsetMs: 400 * 86_400_000,
    notices: null,
    noticesSecretSealed: null,
  };
  const fault = ['/properties/endDate property_not_a_date'];
  assert.deepEqual(codesOf({ property: 'endDate' }, { endDate: '2027-12-31' }, tenant), fault);
});
