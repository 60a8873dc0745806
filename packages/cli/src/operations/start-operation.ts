// Starts an operation of any kind, from the form that its plan has.
import type {
  AcceptedOperation,
  ChangeOptions,
  OperationPlanRequest,
  TeamHandle,
} from '@groupwright/client';

export function startOperation(
  team: TeamHandle,
  operation: OperationPlanRequest,
  options: ChangeOptions,
): Promise<AcceptedOperation> {
  const { kind = 'change', properties, ...change } = operation;
  // A repair names properties, and a change has their values.
  const names = isList(properties) ? properties : undefined;
  const values = isList(properties) ? undefined : properties;
  const { reason } = change;
  const action = { ...options, ...(reason !== undefined && { reason }) };
  switch (kind) {
    case 'change':
      return team.change(
        { ...change, ...(values !== undefined && { properties: values }) },
        options,
      );
    case 'handover':
      return team.handOver(change, options);
    case 'archive':
      return team.archive(action);
    case 'unarchive':
      return team.unarchive(action);
    case 'delete':
      return team.delete(action);
    case 'restore':
      return team.restore(action);
    case 'repair':
      return team.repair({ ...action, ...(names !== undefined && { properties: names }) });
    case 'accept_drift':
      return team.acceptDrift(names ?? [], action);
    default:
      throw new TypeError(`Unknown kind: ${String(kind satisfies never)}`);
  }
}

type Properties = OperationPlanRequest['properties'];

/** Array.isArray does not narrow a type to a read-only list. */
function isList(properties: Properties): properties is Extract<Properties, readonly unknown[]> {
  return Array.isArray(properties);
}
