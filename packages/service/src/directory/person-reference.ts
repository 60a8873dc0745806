// A caller's reference to a person: the directory's id in GUID form, or an e-mail address.

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const emailAddress = /^[^\s@\p{Cc}]{1,64}@[^\s@\p{Cc}.][^\s@\p{Cc}]*$/u;

export function isGuid(text: string): boolean {
  return guid.test(text);
}

/** At most 320 characters. */
export function isEmailAddress(text: string): boolean {
  return text.length <= 320 && emailAddress.test(text);
}

/** A GUID, or an e-mail address. */
export function isPersonReference(text: string): boolean {
  return guid.test(text) || isEmailAddress(text);
}

/** Two references with the same key name the same person. */
export function personKey(reference: string): string {
  return reference.toLowerCase();
}

/** The first reference to each person. */
export function unique(references: readonly string[]): readonly string[] {
  const seen = new Map<string, string>();
  for (const reference of references) {
    const key = personKey(reference);
    if (!seen.has(key)) seen.set(key, reference);
  }
  return seen.size === references.length ? references : [...seen.values()];
}
