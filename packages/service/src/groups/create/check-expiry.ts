// The expiry of a requested group: the one that the request names, and the day in a property of the group.
import { momentOf } from '../../ground/moment.ts';
import type { FaultCode, FaultValues, FieldError } from '../../ground/errors.ts';
import {
  expiryByPolicy,
  latestExpiry,
  type TenantDays,
} from '../../settings/organisations/lifecycle-dates.ts';
import type { LifecyclePolicy } from '../../settings/organisations/lifecycle-policy.ts';
import { governanceTime, type Tenant } from '../../settings/tenants/tenant.ts';
import { tenantDaysOf } from '../../settings/tenants/notice-settings.ts';

/**
 * @param expiresAt of the request, in ISO 8601
 * @param properties the values of the group, as far as they are known
 * @param realNow milliseconds since the Unix epoch
 */
export function expiryFaults(
  expiresAt: string | null | undefined,
  properties: Readonly<Record<string, string>>,
  policy: LifecyclePolicy | undefined,
  tenant: Tenant | undefined,
  realNow: number,
): readonly FieldError[] {
  const now = governanceTime(tenant, realNow);
  const days = tenantDaysOf(tenant);
  if (expiresAt != null) return requestedFaults(momentOf(expiresAt), policy, days, now);
  return policy === undefined ? [] : propertyFaults(properties, policy, days, now);
}

function requestedFaults(
  expiresAt: Date,
  policy: LifecyclePolicy | undefined,
  days: TenantDays,
  now: Date,
): readonly FieldError[] {
  const fault = (code: FaultCode, detail: string, values?: FaultValues): FieldError[] => [
    { pointer: '/expiresAt', code, detail, ...(values !== undefined && { values }) },
  ];
  if (policy === undefined || policy.callerMaySet !== true) {
    return fault('not_allowed', 'The template does not let a request name the expiry.', {
      rule: 'expiry_of_request',
    });
  }
  if (expiresAt <= now) return fault('not_in_future', 'expiresAt must be in the future.');
  const latest = latestExpiry(policy, now, days);
  if (expiresAt <= latest) return [];
  const last = latest.toISOString();
  return fault('too_late', `The template permits no expiry after ${last}.`, { latest: last });
}

/** A property that is absent names no day: then the group does not expire. */
function propertyFaults(
  properties: Readonly<Record<string, string>>,
  policy: LifecyclePolicy,
  days: TenantDays,
  now: Date,
): readonly FieldError[] {
  const { expires } = policy;
  if (expires === null || !('property' in expires)) return [];
  const { property, plus } = expires;
  const value = properties[property];
  if (value === undefined) return [];
  const group = { existsSince: now, properties, requestedExpiry: null };
  const expiresAt = expiryByPolicy(policy, group, days);
  if (expiresAt !== null && expiresAt > now) return [];
  const pointer = `/properties/${property.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const isDay = `${property} must be a day, such as 2027-12-31`;
  const expired = `The group would expire on ${expiresAt?.toISOString().slice(0, 10)}${plus === null ? '' : `, which is ${plus} after ${value}`}.`;
  const detail =
    expiresAt === null
      ? `${isDay}: the template has the group expire by it.`
      : `${isDay}, and its expiry must be in the future. ${expired}`;
  return [{ pointer, code: 'property_not_a_date', detail, values: { name: property } }];
}
