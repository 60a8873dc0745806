import type { en } from '../en/connection.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  noAnswer: 'Der Dienst antwortet nicht. Versuchen Sie es gleich noch einmal.',
  noAnswerToChange:
    'Der Dienst antwortet nicht. Ihre Eingaben sind nicht verloren. Versuchen Sie es erneut.',
  unreadable:
    'Die Antwort ist nicht lesbar. Möglicherweise wurde sie von einem Proxy zwischen Ihnen und dem Dienst verändert. Versuchen Sie es gleich noch einmal.',
  error:
    'Der Dienst hat einen Fehler zurückgegeben ({status}). Versuchen Sie es gleich noch einmal.',
  offline: 'Sie sind offline. Die Seite zeigt die zuletzt bekannten Daten.',
  lost: 'Die Verbindung zum Dienst ist unterbrochen. Es wird erneut versucht…',
};
