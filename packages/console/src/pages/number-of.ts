/** NaN for a text that is no number. JSON has null for it, so that the service says what is wrong. */
export function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}
