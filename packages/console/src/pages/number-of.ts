/** NaN for a text that is not a number. In JSON it becomes null, and the service reports the fault. */
export function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}
