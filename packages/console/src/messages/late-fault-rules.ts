// The texts of the rules of faults are in a separate script, because few visits need them. It is loaded before an answer
// with such a fault is used, so that a page can show its text at once.
import type { en } from './en/fault-rules.ts';
import { messagesOf, type Area, type Messages } from './use-messages.ts';

let loaded: Area<typeof en> | undefined;

export async function loadFaultRules(): Promise<void> {
  try {
    loaded ??= (await import('./fault-rules.ts')).faultRules;
  } catch {
    // No network, or an upgrade replaced the script: the fault shows the text of its code.
  }
}

export function faultRuleTexts(): Messages<typeof en> | undefined {
  return loaded && messagesOf(loaded);
}
