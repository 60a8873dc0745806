// Creates, changes and deletes templates. A change does not touch groups that were accepted before it: each
// keeps the policy that it was accepted under. A template that has groups stays.
import type { ExpectedVersion, RecordStore } from '../../ground/record-store.ts';
import { difference, type Actor } from '../../audit/activity.ts';
import { createRecordChanges, notFound, type ChangeDeps } from '../../audit/changes/change.ts';
import { expectWithin, quotas } from '../../audit/changes/quotas.ts';
import { DomainError, validationFailed } from '../../ground/errors.ts';
import { completeChanges } from './allowed-changes.ts';
import type { OrganisationStore } from './change-organisations.ts';
import type { TemplateInput } from './template-input.schema.ts';
import { completeNaming } from '../naming/naming-rules.ts';
import { completePolicy, templateFaults } from './template-rules.ts';
import type { Template, TemplatePolicy } from './template.ts';

/** Deleted templates are not there. A taken identifier is `validation_failed`. */
export interface TemplateStore extends RecordStore<Template> {
  /** It belongs to every organisation of the tenant, in the order in which they were created. */
  list(tenantId: string): Promise<Template[]>;
  delete(template: Template, at: number): Promise<void>;
  /** Counts the change in progress; no other transaction adds until this one ends. */
  measure(tenantId: string): Promise<TemplateTotals>;
  /** The groups of the template that exist in the directory or are in creation. */
  countGroups(template: TemplateKey): Promise<number>;
}

export type TemplateKey = Pick<Template, 'tenantId' | 'organisationId' | 'templateId'>;

export interface TemplateTotals {
  readonly count: number;
  /** It belongs to policies and naming rules. */
  readonly bytes: number;
  /** It includes deleted ones that are not purged yet. */
  readonly countEver: number;
}

export function createChangeTemplates(
  deps: ChangeDeps & {
    store: TemplateStore;
    organisations: Pick<OrganisationStore, 'lock'>;
  },
) {
  const { clock, createId, organisations, store } = deps;
  const templates = createRecordChanges(deps, {
    name: 'template',
    subject: 'template',
    idOf: ({ templateId }) => templateId,
  });

  async function check(
    tenantId: string,
    organisationId: string,
    input: TemplateInput,
    present?: TemplatePolicy,
  ): Promise<void> {
    const organisation = await organisations.lock(tenantId, organisationId);
    if (organisation === undefined) throw notFound('organisation');
    const faults = templateFaults(input, organisation, clock.now(), present);
    if (faults.length > 0) throw validationFailed(faults);
  }

  async function expectQuota(tenantId: string): Promise<void> {
    const { count, bytes, countEver } = await store.measure(tenantId);
    expectWithin(quotas.templates, count, 'templates', 'Delete one first.');
    const kept = 'templates, including those deleted in the last day';
    expectWithin(quotas.templatesEver, countEver, kept, 'Try again tomorrow.');
    expectWithin(
      quotas.templateBytesInAll,
      bytes,
      'bytes of default people, channels and properties in all its templates',
      'Shorten a template first.',
    );
  }

  return {
    async create(
      actor: Actor,
      tenantId: string,
      organisationId: string,
      input: TemplateInput,
    ): Promise<Template> {
      await check(tenantId, organisationId, input);
      const template: Template = {
        tenantId,
        organisationId,
        templateId: createId(),
        ...settingsOf(input),
        version: 1,
      };
      const data = { organisationId, ...recordedSettings(settingsOf(input)) };
      await templates.insert(actor, 'template.created', template, data, () =>
        expectQuota(tenantId),
      );
      return template;
    },

    /** @param expectedVersion the version that the caller has seen */
    async change(
      actor: Actor,
      tenantId: string,
      templateId: string,
      expectedVersion: ExpectedVersion,
      input: TemplateInput,
    ): Promise<Template> {
      const found = await templates.lock(tenantId, templateId, expectedVersion);
      await check(tenantId, found.organisationId, input, found.policy);
      const settings = settingsOf(input, found.policy);
      const changed = difference(recordedSettings(settingsOf(found)), recordedSettings(settings));
      const data = changed && { organisationId: found.organisationId, ...changed };
      return await templates.change(actor, 'template.changed', found, settings, data, () =>
        expectQuota(tenantId),
      );
    },

    async delete(
      actor: Actor,
      tenantId: string,
      templateId: string,
      expectedVersion: ExpectedVersion,
    ): Promise<void> {
      const found = await templates.lock(tenantId, templateId, expectedVersion);
      const groups = await store.countGroups(found);
      if (groups > 0) {
        throw new DomainError(
          'in_use',
          `The template ${found.identifier} cannot be deleted: it has ${groups === 1 ? 'one group' : `${groups} groups`}.`,
        );
      }
      const { organisationId, name, identifier } = found;
      const data = { organisationId, name, identifier };
      await templates.write(actor, 'template.deleted', found, data, (at) =>
        store.delete(found, at),
      );
    },
  };
}

/**
 * The settings of a template, complete and in one order of members.
 * @param present the policy that the input replaces
 */
export function settingsOf(input: TemplateInput | Template, present?: TemplatePolicy) {
  return {
    name: input.name,
    identifier: input.identifier,
    mailNicknamePattern: input.mailNicknamePattern,
    displayNamePattern: input.displayNamePattern,
    naming: 'naming' in input ? input.naming : completeNaming(input),
    policy: completePolicy(input.policy as TemplateInput['policy'], present),
    changes: 'naming' in input ? input.changes : completeChanges(input.policy?.changes),
  };
}

/** Naming rules are recorded as an administrator writes them. */
export function recordedSettings({ naming, changes, ...settings }: ReturnType<typeof settingsOf>) {
  return { ...settings, ...naming, policy: { ...settings.policy, changes } };
}

export type RecordedSettings = ReturnType<typeof recordedSettings>;
