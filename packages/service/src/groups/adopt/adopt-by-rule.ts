// Adopts a group by the rule `newGroups` of its tenant, at once or after its owners were asked. The policy of the template is
// the author, and the audit log names the rule. A group that cannot be adopted is left as it is.
import { policyActor } from '../../audit/activity.ts';
import { DomainError, maxFaults, noShapeErrors } from '../../ground/errors.ts';
import { noLimit } from '../../ground/group-limit.ts';
import type { Configuration } from '../../settings/configuration/configuration.ts';
import {
  type ApprovalPolicy,
  ownersApprove,
} from '../../settings/organisations/approval-policy.ts';
import type { AdoptGroup } from './adopt-group.ts';
import { receiveAdoption } from './receive-adoption.ts';

/** The owners of the group may agree although one of them becomes responsible. */
const askOwners: ApprovalPolicy = {
  when: 'always',
  stages: [{ by: [ownersApprove] }],
  remindDays: [3, 7],
  escalateAfterDays: 7,
  lapse: { after: 'P14D', as: 'rejected' },
  selfApproval: true,
  decisions: 'link',
};

export function createAdoptByRule(deps: {
  readonly adoptGroup: AdoptGroup;
  readonly configuration: Pick<Configuration, 'organisation'>;
}) {
  const { adoptGroup, configuration } = deps;

  return async function adoptByRule(proposed: {
    readonly tenantId: string;
    readonly groupId: string;
    readonly organisationId: string;
    readonly templateId: string;
    readonly properties: Readonly<Record<string, string>>;
    readonly rule: 'ask' | 'adopt';
    readonly signal: AbortSignal;
  }): Promise<'settled' | 'later'> {
    const { tenantId, groupId, organisationId, templateId, properties, rule, signal } = proposed;
    const template = configuration
      .organisation(tenantId, organisationId)
      ?.templates.find((one) => one.templateId === templateId);
    if (template === undefined) return 'settled';
    const cause = { templateId, policyVersion: template.version, rule: `newGroups.${rule}` };
    const body = {
      groupId,
      organisationIdOrIdentifier: organisationId,
      templateIdOrIdentifier: templateId,
      properties,
    };
    try {
      await adoptGroup({
        sender: { tenantId, actor: policyActor(cause), within: noLimit, source: null },
        received: receiveAdoption(body, noShapeErrors),
        maxFaults,
        key: undefined,
        signal,
        cause,
        ...(rule === 'ask' && { approval: askOwners }),
      });
      return 'settled';
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return error.code === 'validation_failed' ? 'settled' : 'later';
    }
  };
}
