// The rows of a file that were not taken, with the reason of each, to be corrected and read again.
import { groupImport } from '../../../messages/group-import.ts';
import { messagesOf } from '../../../messages/use-messages.ts';
import { downloadCsv } from '../../../components/download-csv.ts';
import { csvOf, type CsvRow } from './read-csv.ts';

export function downloadRejected(
  headings: readonly string[],
  rejected: readonly { readonly row: CsvRow; readonly reason: string }[],
): void {
  const t = messagesOf(groupImport);
  const rows = rejected.map(({ row, reason }) => row.cells.concat(reason));
  downloadCsv(t('rejectedName'), csvOf([[...headings, t('errorColumn')], ...rows]));
}
