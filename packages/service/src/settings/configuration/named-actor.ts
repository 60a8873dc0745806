import type { Configuration } from './configuration.ts';

/** An API key by its name, a policy by that of its template, a person by the e-mail address. */
export function namedActor(
  { kind, id }: { readonly kind: string; readonly id: string },
  tenantId: string,
  names: Pick<Configuration, 'apiKey' | 'templateName'>,
) {
  const named =
    kind === 'api_key'
      ? names.apiKey(tenantId, id)
      : kind === 'policy'
        ? names.templateName(tenantId, id)
        : undefined;
  return { kind, id, name: named?.name ?? id };
}
