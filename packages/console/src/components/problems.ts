// Labels of the failures of creations, and their remedies, for administrators.
import { problems } from '../messages/problems.ts';
import { labelOf, messagesOf } from '../messages/use-messages.ts';

export function problemLabel(code: string): string {
  return labelOf(messagesOf(problems), `label.${code}`, code);
}

export function problemRemedy(code: string): string | undefined {
  const remedy = labelOf(messagesOf(problems), `remedy.${code}`, '');
  return remedy === '' ? undefined : remedy;
}

export function stepLabel(name: string): string {
  return labelOf(messagesOf(problems), `step.${name}`, name);
}
