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
  const { reason } = change;
  const action = { ...options, ...(reason !== undefined && { reason }) };
  switch (kind) {
    case 'change':
      return team.change(change, options);
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
      return team.repair({ ...action, ...(properties !== undefined && { properties }) });
    case 'accept_drift':
      return team.acceptDrift(properties ?? [], action);
    default:
      throw new TypeError(`Unknown kind: ${String(kind satisfies never)}`);
  }
}
