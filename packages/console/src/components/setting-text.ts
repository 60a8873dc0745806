// A setting that a template gives its groups, in words: `settings.members.createChannels` and its value.
import { templateProtection } from '../messages/template-protection.ts';
import { labelOf, messagesOf } from '../messages/use-messages.ts';

export function isSetting(property: string): boolean {
  return property.split('.')[0] === 'settings';
}

export function settingLabel(property: string): string {
  return labelOf(messagesOf(templateProtection), property, property);
}

export function settingText(property: string, value: string | number | boolean): string {
  const t = messagesOf(templateProtection);
  if (typeof value !== 'boolean') {
    const area = property === 'settings.guests' ? 'guests' : 'giphy';
    return labelOf(t, `values.${area}.${value}`, String(value));
  }
  if (property.includes('hideFrom')) return t(value ? 'hidden' : 'shown');
  return t(value ? 'allowed' : 'refused');
}
