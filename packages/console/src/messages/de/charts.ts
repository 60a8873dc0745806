import type { en } from '../en/charts.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  day: 'Tag (UTC)',
  none: '{day}: keine',
  said: '{day}: {parts}',
  part: '{count, number} {name}',
  asTable: 'Als Tabelle anzeigen',
  asChart: 'Als Diagramm anzeigen',
  hint: 'Zeigen Sie auf einen Tag, oder verwenden Sie die Pfeiltasten.',
  linkHint:
    'Zeigen Sie auf einen Tag, oder verwenden Sie die Pfeiltasten. Wählen Sie ihn aus, um seine Liste anzuzeigen.',
};
