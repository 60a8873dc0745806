import type { en } from '../en/notice-sending.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  title: 'Versand',
  note: 'Wie Nachrichten die Personen erreichen und nach welcher Uhr die Termine der Gruppen zählen.',
  sender: 'Nachrichten werden gesendet',
  senders: {
    none: 'Gar nicht',
    outbox: 'An den Postausgang der Sandbox',
    smtp: 'Über einen Mailserver (SMTP)',
    graph: 'Über ein Postfach von Microsoft 365',
  },
  senderHints: {
    none: 'Niemand erhält eine Nachricht, und keine Richtlinie archiviert oder löscht Gruppen.',
    outbox: 'Sie stehen unter „Nachrichten“, und nichts verlässt den Dienst.',
    smtp: 'Der Dienst meldet sich bei Ihrem Mailserver an.',
    graph: 'Die Verbindung braucht die Berechtigung, E-Mails als dieses Postfach zu senden.',
  },
  from: 'Absenderadresse',
  mailbox: 'Postfach',
  mailboxHint: 'Seine Adresse oder Benutzer-ID.',
  host: 'Mailserver',
  port: 'Port',
  portHint: 'Leer lassen für {port}.',
  security: 'Verschlüsselung',
  securities: { starttls: 'STARTTLS', tls: 'TLS von Anfang an', none: 'Keine' },
  userName: 'Benutzername',
  userNameHint: 'Leer lassen, wenn der Server keine Anmeldung verlangt.',
  password: 'Kennwort',
  keepPassword: 'Gespeichert. Leer lassen, um es zu behalten.',
  enterAgain:
    'Geben Sie es erneut ein: Das gespeicherte gilt für einen anderen Server oder Benutzer.',
  timeZone: 'Zeitzone',
  timeZoneHint: 'In ihr zählen die Termine der Gruppen.',
  hour: 'Uhrzeit',
  hourHint: 'Wann Termine zählen und Nachrichten gesendet werden.',
  language: 'Sprache',
  languageHint: 'Für Personen, deren Sprache das Verzeichnis nicht kennt.',
  contact: 'Adresse für Fragen',
  contactHint: 'Jede Nachricht nennt sie, und Antworten gehen an sie.',
};
