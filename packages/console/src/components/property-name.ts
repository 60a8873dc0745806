// The name of a property, as files, the address and the API have it among other names: behind a prefix.

// no text: the first part of a title
export const propertyPrefix = 'properties.';

/** The property of such a name; undefined for other names. */
export function propertyOf(name: string): string | undefined {
  return name.startsWith(propertyPrefix) ? name.slice(propertyPrefix.length) : undefined;
}
