import type { Configuration } from '../configuration/configuration.ts';

/** An API key by its name, a person by the e-mail address. */
export function namedActor(
  { kind, id }: { readonly kind: string; readonly id: string },
  tenantId: string,
  names: Pick<Configuration, 'apiKey'>,
) {
  const key = kind === 'api_key' ? names.apiKey(tenantId, id) : undefined;
  return { kind, id, name: key?.name ?? id };
}
