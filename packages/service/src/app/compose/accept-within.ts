// Operations that the service itself asks for, accepted in the transaction of what asks for them.
import type { Configuration } from '../../settings/configuration/configuration.ts';
import {
  type AcceptOperations,
  createAcceptOperations,
} from '../../groups/change/accept-operation.ts';
import { acceptWithin } from '../../groups/change/accept-operation.postgres.ts';
import type { Queryable } from '../../postgres/database.ts';
import type { Base } from './base.ts';

export function composeAcceptWithin(
  { clock, newId }: Pick<Base, 'clock' | 'newId'>,
  configuration: Configuration,
): (transaction: Queryable) => AcceptOperations {
  return (transaction) =>
    createAcceptOperations({
      accept: acceptWithin(transaction),
      organisationOf: (tenantId, organisationId) =>
        configuration.organisation(tenantId, organisationId),
      blockedWordsOf: (tenantId) => configuration.tenant(tenantId)?.blockedWords ?? [],
      clock,
      newId,
      // The lane learns of it after the commit.
      onAccepted: () => undefined,
    });
}
