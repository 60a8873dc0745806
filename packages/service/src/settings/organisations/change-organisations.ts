// Creates, changes and deletes organisations. An organisation that groups or templates need stays.
import type { ExpectedVersion, RecordStore } from '../../ground/record-store.ts';
import { difference, type Actor } from '../../audit/activity.ts';
import { createRecordChanges, type ChangeDeps } from '../../audit/changes/change.ts';
import { expectWithin, quotas } from '../../audit/changes/quotas.ts';
import { DomainError, validationFailed } from '../../ground/errors.ts';
import type { OrganisationInput } from './organisation-input.schema.ts';
import { organisationFaults } from './organisation-rules.ts';
import type { Organisation } from './organisation.ts';

export type OrganisationRecord = Omit<Organisation, 'templates'>;

/** Deleted organisations are not there. A taken identifier is `validation_failed`. */
export interface OrganisationStore extends RecordStore<OrganisationRecord> {
  list(tenantId: string): Promise<OrganisationRecord[]>;
  delete(organisation: OrganisationRecord, at: number): Promise<void>;
  /** Counts the change in progress; no other transaction adds until this one ends. */
  count(tenantId: string): Promise<number>;
  hasTemplates(tenantId: string, organisationId: string): Promise<boolean>;
  /** Whether groups of the organisation exist in the directory or are in creation. */
  hasGroups(tenantId: string, organisationId: string): Promise<boolean>;
}

export function createChangeOrganisations(deps: ChangeDeps & { store: OrganisationStore }) {
  const { createId, store } = deps;
  const organisations = createRecordChanges(deps, {
    name: 'organisation',
    subject: 'organisation',
    idOf: ({ organisationId }) => organisationId,
  });

  return {
    async create(
      actor: Actor,
      tenantId: string,
      input: OrganisationInput,
    ): Promise<OrganisationRecord> {
      check(input);
      const settings = settingsOf(input, null);
      const organisation = { tenantId, organisationId: createId(), ...settings, version: 1 };
      await organisations.insert(
        actor,
        'organisation.created',
        organisation,
        settings,
        async () => {
          const count = await store.count(tenantId);
          expectWithin(quotas.organisations, count, 'organisations', 'Delete one first.');
        },
      );
      return organisation;
    },

    /** @param expectedVersion the version that the caller has seen */
    async change(
      actor: Actor,
      tenantId: string,
      organisationId: string,
      expectedVersion: ExpectedVersion,
      input: OrganisationInput,
    ): Promise<OrganisationRecord> {
      const found = await organisations.lock(tenantId, organisationId, expectedVersion);
      check(input);
      const settings = settingsOf(input, found.steward);
      const changed = difference(settingsOf(found), settings);
      return await organisations.change(actor, 'organisation.changed', found, settings, changed);
    },

    async delete(
      actor: Actor,
      tenantId: string,
      organisationId: string,
      expectedVersion: ExpectedVersion,
    ): Promise<void> {
      const found = await organisations.lock(tenantId, organisationId, expectedVersion);
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
      await organisations.write(actor, 'organisation.deleted', found, settingsOf(found), (at) =>
        store.delete(found, at),
      );
    },
  };
}

/** @param present the steward unless the input names another one or none */
function settingsOf(
  { name, identifier, steward }: OrganisationInput | OrganisationRecord,
  present: string | null = null,
) {
  return { name, identifier, steward: steward === undefined ? present : steward };
}

function check(input: OrganisationInput): void {
  const faults = organisationFaults(input);
  if (faults.length > 0) throw validationFailed(faults);
}
