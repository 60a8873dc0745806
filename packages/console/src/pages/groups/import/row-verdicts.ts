// The faults of a row, from the plan of the service and from the other rows of the file.
import type { Plan } from '../request/use-plan.ts';
import { groupImport } from '../../../messages/group-import.ts';
import { serviceText } from '../../../messages/service-text.ts';
import { messagesOf } from '../../../messages/use-messages.ts';
import type { RowRequest } from './import-columns.ts';
import { faultText } from '../../../components/fault-text.ts';
import type { CsvRow } from './read-csv.ts';
import type { RowPlan } from './use-row-plans.ts';

export interface RowFault {
  readonly detail: string;
  /** Undefined: of no column of the file. */
  readonly column: number | undefined;
}

export interface RowVerdict {
  readonly row: CsvRow;
  readonly request: RowRequest['request'];
  readonly name: string;
  readonly alias: string;
  /** The check has not ended. */
  readonly isOpen: boolean;
  readonly faults: readonly RowFault[];
}

export const isReady = ({ isOpen, faults }: RowVerdict) => !isOpen && faults.length === 0;

export function verdictsOf(
  rows: readonly CsvRow[],
  requests: readonly RowRequest[],
  plans: readonly RowPlan[],
): readonly RowVerdict[] {
  const lineOfAlias = new Map<string, number>();
  return rows.flatMap((row, index) => {
    const [made, planned] = [requests[index], plans[index]];
    if (made === undefined || planned === undefined) return [];
    const { request, columnOf } = made;
    const { plan, error } = planned;
    const alias = plan?.names?.mailNickName ?? request.mailNickName ?? '';
    const faults: RowFault[] = planFaults(plan).map((fault) => ({
      detail: faultText(fault),
      column: columnOf(fault.pointer),
    }));
    if (error !== null) faults.push({ detail: error.message, column: undefined });
    // Numbers of counters are assigned later, so that names with one do not collide.
    if (alias !== '' && plan?.names?.provisional !== true) {
      const line = lineOfAlias.get(alias.toLowerCase());
      if (line === undefined) lineOfAlias.set(alias.toLowerCase(), row.line);
      else {
        const detail = messagesOf(groupImport)('aliasTwice', { line });
        faults.push({ detail, column: columnOf('/mailNickName') });
      }
    }
    return [
      {
        row,
        request,
        name: plan?.names?.displayName ?? request.displayName ?? '',
        alias,
        isOpen: plan === undefined && error === null,
        faults,
      },
    ];
  });
}

function planFaults(
  plan: Plan | undefined,
): readonly { code: string; detail: string; pointer?: string }[] {
  if (plan === undefined || plan.conforms) return [];
  if (plan.faults.length > 0) return plan.faults;
  const { error } = plan;
  const detail =
    error === null
      ? messagesOf(groupImport)('notPossible')
      : serviceText('problem', error.code, error.detail);
  return [{ code: '', detail }];
}
