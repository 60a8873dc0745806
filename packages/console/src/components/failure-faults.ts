import { currentLocale } from '../messages/current-locale.ts';
import { errorsBeside, type Failure } from './errors-beside.ts';
import { faultText } from './fault-text.ts';

/** The faults of a failed creation or operation, as far as the sentence of its problem does not have them. */
export function failureFaults(failure: Failure): readonly string[] {
  if (currentLocale().language === 'en') return errorsBeside(failure);
  return (failure.errors ?? []).map(faultText);
}
