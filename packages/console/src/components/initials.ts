/** The first letters of the first and the last word of a name, or of the local part of an e-mail address. */
export function initialsOf(nameOrAddress: string): string {
  const [local = ''] = nameOrAddress.split('@');
  const words = local.match(/[\p{L}\p{N}]+/gu) ?? [];
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word = '') => (/^./u.exec(word)?.[0] ?? '').toLocaleUpperCase()).join('');
}
