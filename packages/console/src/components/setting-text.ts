// A setting that a template gives its groups, in words: `settings.members.createChannels` and its value.
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import type { Answer } from '../api/route-types.ts';
import { templateProtection } from '../messages/template-protection.ts';
import { labelOf, messagesOf } from '../messages/use-messages.ts';

export function isSetting(property: string): boolean {
  return property.split('.')[0] === 'settings';
}

export function settingLabel(property: string): string {
  return labelOf(messagesOf(templateProtection), property, property);
}

export type Labels = NonNullable<Answer<'get', '/directory/labels'>['labels']>;

const labelProperty = 'settings.sensitivityLabel';
const labelsLastMs = 300_000;

/** The sensitivity labels of the tenant, where one of the properties is a label. Empty: they cannot be listed. */
export function useLabels(properties: readonly string[]): Labels {
  const { data } = useQuery({
    queryKey: ['directory', 'labels'],
    queryFn: ({ signal }) => api.get('/directory/labels', { signal }),
    enabled: properties.includes(labelProperty),
    staleTime: labelsLastMs,
    retry: false,
  });
  return data?.labels ?? [];
}

export function settingText(
  property: string,
  value: string | number | boolean,
  labels: Labels = [],
): string {
  const t = messagesOf(templateProtection);
  if (property === labelProperty) {
    if (value === 'none') return t('noLabel');
    return labels.find(({ labelId }) => labelId === value)?.name ?? String(value);
  }
  if (typeof value !== 'boolean') {
    const area = property === 'settings.guests' ? 'guests' : 'giphy';
    return labelOf(t, `values.${area}.${value}`, String(value));
  }
  if (property.includes('hideFrom')) return t(value ? 'hidden' : 'shown');
  return t(value ? 'allowed' : 'refused');
}

/** A sentence on the sensitivity label, where a plan writes one. */
export function labelEffect(
  plans: readonly { readonly mayAlsoChange?: readonly string[] }[],
): string | undefined {
  const count = plans.filter(({ mayAlsoChange = [] }) => mayAlsoChange.length > 0).length;
  return count === 0 ? undefined : messagesOf(templateProtection)('labelEffect');
}

type Value = string | number | boolean;

/** Every setting of a policy, which nests them, by its name in differences. */
export function settingValuesIn(settings: object): readonly (readonly [name: string, Value])[] {
  return Object.entries(settings).flatMap(([first, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? settingValuesIn(value).map(
          ([second, inner]) => [second.replace('settings', `settings.${first}`), inner] as const,
        )
      : [[`settings.${first}`, value as Value] as const],
  );
}
