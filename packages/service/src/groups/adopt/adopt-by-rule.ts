// Adopts a group by the rule `newGroups` of its tenant. The policy of the template is the author, and the audit log names the
// rule. A group that cannot be adopted is left as it is.
import { policyActor } from '../../audit/activity.ts';
import { DomainError, maxFaults, noShapeErrors } from '../../ground/errors.ts';
import { noLimit } from '../../ground/group-limit.ts';
import type { Configuration } from '../../settings/configuration/configuration.ts';
import type { AdoptGroup } from './adopt-group.ts';
import { receiveAdoption } from './receive-adoption.ts';

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
    readonly signal: AbortSignal;
  }): Promise<'settled' | 'later'> {
    const { tenantId, groupId, organisationId, templateId, properties, signal } = proposed;
    const template = configuration
      .organisation(tenantId, organisationId)
      ?.templates.find((one) => one.templateId === templateId);
    if (template === undefined) return 'settled';
    const cause = { templateId, policyVersion: template.version, rule: 'newGroups.adopt' };
    const body = {
      groupId,
      organisationIdOrIdentifier: organisationId,
      templateIdOrIdentifier: templateId,
      properties,
    };
    try {
      await adoptGroup({
        sender: { tenantId, actor: policyActor(cause), within: noLimit },
        received: receiveAdoption(body, noShapeErrors),
        maxFaults,
        key: undefined,
        signal,
        cause,
      });
      return 'settled';
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return error.code === 'validation_failed' ? 'settled' : 'later';
    }
  };
}
