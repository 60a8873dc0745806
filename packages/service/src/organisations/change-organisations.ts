// Creates, changes and deletes organisations. An organisation that groups or templates need stays.
import { difference, type Actor } from '../activity/activity.ts';
import { expectVersion, notFound, type ChangeDeps } from '../changes/change.ts';
import { expectWithin, quotas } from '../changes/quotas.ts';
import { DomainError, validationFailed } from '../foundation/errors.ts';
import type { OrganisationInput } from './organisation-input.schema.ts';
import { organisationFaults } from './organisation-rules.ts';
import type { Organisation } from './organisation.ts';

export type OrganisationRecord = Omit<Organisation, 'templates'>;

/** In the transaction of the change. Deleted organisations are not there. */
export interface OrganisationStore {
  list(tenantId: string): Promise<OrganisationRecord[]>;
  /** Locks the organisation until the transaction ends. */
  lock(tenantId: string, organisationId: string): Promise<OrganisationRecord | undefined>;
  /** @throws DomainError `validation_failed` when the identifier is taken; so does `update` */
  insert(organisation: OrganisationRecord, at: number): Promise<void>;
  update(organisation: OrganisationRecord, at: number): Promise<void>;
  delete(tenantId: string, organisationId: string, at: number): Promise<void>;
  /** Counts the change in progress; no other transaction adds until this one ends. */
  count(tenantId: string): Promise<number>;
  hasTemplates(tenantId: string, organisationId: string): Promise<boolean>;
  /** Whether groups of the organisation exist in the directory or are in creation. */
  hasGroups(tenantId: string, organisationId: string): Promise<boolean>;
}

export function createChangeOrganisations(deps: ChangeDeps & { store: OrganisationStore }) {
  const { activity, clock, createId, store } = deps;

  return {
    async create(
      actor: Actor,
      tenantId: string,
      input: OrganisationInput,
    ): Promise<OrganisationRecord> {
      check(input);
      const { name, identifier } = input;
      const organisation = { tenantId, organisationId: createId(), name, identifier, version: 1 };
      const occurredAt = clock.now();
      await store.insert(organisation, occurredAt);
      const count = await store.count(tenantId);
      expectWithin(quotas.organisations, count, 'organisations', 'Delete one first.');
      const subject = { kind: 'organisation', id: organisation.organisationId } as const;
      const data = { name, identifier };
      await activity.record([
        { tenantId, occurredAt, actor, action: 'organisation.created', subject, data },
      ]);
      return organisation;
    },

    /** @param expectedVersion the version that the caller has seen */
    async change(
      actor: Actor,
      tenantId: string,
      organisationId: string,
      expectedVersion: number | undefined,
      input: OrganisationInput,
    ): Promise<OrganisationRecord> {
      const found = await store.lock(tenantId, organisationId);
      if (found === undefined) throw notFound('organisation');
      expectVersion('organisation', found, expectedVersion);
      check(input);
      const { name, identifier } = input;
      const before = { name: found.name, identifier: found.identifier };
      const changed = difference(before, { name, identifier });
      if (changed === undefined) return found;
      const organisation = { ...found, name, identifier, version: found.version + 1 };
      const occurredAt = clock.now();
      await store.update(organisation, occurredAt);
      const subject = { kind: 'organisation', id: organisationId } as const;
      await activity.record([
        { tenantId, occurredAt, actor, action: 'organisation.changed', subject, data: changed },
      ]);
      return organisation;
    },

    async delete(
      actor: Actor,
      tenantId: string,
      organisationId: string,
      expectedVersion: number | undefined,
    ): Promise<void> {
      const found = await store.lock(tenantId, organisationId);
      if (found === undefined) throw notFound('organisation');
      expectVersion('organisation', found, expectedVersion);
      if (await store.hasGroups(tenantId, organisationId)) {
        throw new DomainError(
          'in_use',
          `The organisation ${found.identifier} cannot be deleted: it has groups.`,
        );
      }
      if (await store.hasTemplates(tenantId, organisationId)) {
        throw new DomainError(
          'in_use',
          `The organisation ${found.identifier} cannot be deleted: delete its templates first.`,
        );
      }
      const occurredAt = clock.now();
      await store.delete(tenantId, organisationId, occurredAt);
      const subject = { kind: 'organisation', id: organisationId } as const;
      const data = { name: found.name, identifier: found.identifier };
      await activity.record([
        { tenantId, occurredAt, actor, action: 'organisation.deleted', subject, data },
      ]);
    },
  };
}

function check(input: OrganisationInput): void {
  const faults = organisationFaults(input);
  if (faults.length > 0) throw validationFailed(faults);
}
