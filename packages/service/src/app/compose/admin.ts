// The parts of the admin center, with their dependencies.
import { buildPage } from '../../admin/built-page.ts';
import type { Base } from './base.ts';
import { composeSignIn } from './sign-in.ts';
import type { AdminDeps } from '../../admin/admin.routes.ts';
import { composeAdminGroups } from './admin-groups.ts';
import type { AdminParts } from './admin-parts.ts';
import { composeAdminReaders } from './admin-readers.ts';
import { composeAdminSettings } from './admin-settings.ts';

export function composeAdmin(base: Base, parts: AdminParts): AdminDeps {
  const { config, log, clock, encryption, randomBytes, rest } = base;
  const { configuration, directories, tokenSubscriberOf, webhooks } = parts;
  return {
    ...composeSignIn(base),
    ...composeAdminReaders(base, parts),
    ...composeAdminGroups(parts),
    ...composeAdminSettings(base, parts),
    ...parts.reviews,
    ...parts.notices,
    config,
    tokenSubscriberOf,
    log,
    clock,
    rest,
    configuration,
    directories,
    encryption,
    webhooks,
    page: { log, randomBytes, buildPage },
  };
}
