// A file that the page makes itself.

/**
 * The file begins with the mark by which spreadsheets recognise UTF-8, and its name ends with the day, as that of an export
 * of the service does.
 */
export function downloadCsv(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}
