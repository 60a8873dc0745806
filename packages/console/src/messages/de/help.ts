import type { en } from '../en/help.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  title: 'Hilfe',
  more: 'Ressourcen',
  keys: 'Tastenkombinationen',
  link: {
    documentation: 'Dokumentation (Englisch)',
    apiReference: 'API-Referenz',
  },
  keyName: {
    find: 'Strg+K',
    slash: '/',
    questionMark: '?',
    toast: 'Strg+M',
    tab: 'TAB',
    escape: 'ESC',
  },
  key: {
    search: 'Überall suchen',
    help: 'Diese Hilfe öffnen',
    toast: 'Zur neuesten Meldung mit ihrem Link oder „Rückgängig machen“',
    skip: 'Am Anfang einer Seite: zum Inhalt springen',
    close: 'Dialogfeld oder Menü schließen',
  },
  page: {
    overview: {
      title: 'Startseite',
      text: 'Elemente, die jetzt Ihre Aufmerksamkeit erfordern, und die Ergebnisse der Gruppenerstellung. Jedes Element führt zu der Seite, auf der Sie handeln können.',
    },
    reports: {
      title: 'Berichte',
      text: 'Ergebnisse der Gruppenerstellung nach Zeitraum, Organisation und Vorlage, als Diagramme und Tabellen.',
    },
    requests: {
      title: 'API-Protokoll',
      text: 'Die API-Aufrufe Ihrer Systeme in den letzten 30 Tagen, mit dem Grund, wenn ein Aufruf abgelehnt wurde.',
    },
    groups: {
      title: 'Gruppen',
      text: 'Alle angeforderten Gruppen mit Fortschritt und Status. Öffnen Sie eine Gruppe, um jeden Schritt zu sehen, eine fehlgeschlagene Anforderung zu korrigieren oder die Gruppe zu ändern, zu archivieren oder zu löschen.',
    },
    directoryGroups: {
      title: 'Weitere Gruppen',
      text: 'Gruppen des Verzeichnisses, die andere angelegt haben, mit ihren Besitzern, den Hindernissen einer Verwaltung und einer passenden Vorlage.',
    },
    toDo: {
      title: 'Zu erledigen',
      text: 'Alles, was jemand entscheiden oder reparieren muss, nach Ursachen: Anfragen, die auf eine Genehmigung warten, Gruppen, deren Personen ausgeschieden sind, Abweichungen vom Eintrag, Überprüfungen und weitere Fragen. Sie können anstelle der gefragten Personen entscheiden.',
    },
    lifecycle: {
      title: 'Lebenszyklus',
      text: 'Wann Gruppen ablaufen, archiviert und gelöscht werden. Sie können Gruppen verlängern und aussetzen.',
    },
    messages: {
      title: 'Nachrichten',
      text: 'E-Mails an Personen zu ihren Gruppen und ob sie zugestellt wurden.',
    },
    organisations: {
      title: 'Vorlagen',
      text: 'Organisationen erstellen Gruppen aus Vorlagen. Eine Vorlage legt Namen, Personen, Lebenszyklus und Genehmigungen fest.',
    },
    apiKeys: {
      title: 'API-Schlüssel',
      text: 'Systeme rufen mit API-Schlüsseln Zugriffstoken ab. Verwenden Sie einen Schlüssel pro System, und rotieren Sie seine Geheimnisse ohne Unterbrechung.',
    },
    webhooks: {
      title: 'Webhooks',
      text: 'Signierte Ereignisse, die an Ihre Systeme gesendet werden. Fehlgeschlagene Zustellungen werden drei Tage lang wiederholt.',
    },
    directory: {
      title: 'Verbindung',
      text: 'Wo Gruppen erstellt werden: in Microsoft 365 oder in der integrierten Sandbox. Testen Sie die Verbindung, um fehlende Berechtigungen zu sehen.',
    },
    batches: {
      title: 'Massenvorgänge',
      text: 'Was für viele Gruppen auf einmal angefordert wurde, wie weit es ist, und welche Gruppen warum abgelehnt wurden.',
    },
    activity: {
      title: 'Aktivität',
      text: 'Das unveränderliche Protokoll aller Änderungen. Sie können es exportieren und seine Unversehrtheit überprüfen.',
    },
    people: {
      title: 'Personen',
      text: 'Die Personen, die für Gruppen verantwortlich sind, und alle anderen des Verzeichnisses. Die Seite einer Person zeigt ihre Gruppen und Aufgaben und die Übergabe.',
    },
    signIn: {
      title: 'Anmeldeanbieter',
      text: 'Der Anbieter, bei dem sich Administratoren und entscheidende Personen anmelden. Nur der Betrieb kann ihn ändern.',
    },
    noticeTexts: {
      title: 'Nachrichteneinstellungen',
      text: 'Wie Nachrichten gesendet werden, wann Administratoren welche erhalten, und Ihre eigenen Texte in Nachrichten an Personen.',
    },
    blockedWords: {
      title: 'Blockierte Wörter',
      text: 'Wörter, die kein Name oder Alias einer neuen Gruppe enthalten darf, in keiner Organisation.',
    },
    sandbox: {
      title: 'Sandbox',
      text: 'Die integrierte Suite für Tests. Stellen Sie ihre Uhr vor, simulieren Sie Verzögerungen und ändern Sie Personen und Gruppen wie in Microsoft 365.',
    },
    administrators: {
      title: 'Administratoren',
      text: 'Die Personen, die in diesem Admin Center arbeiten dürfen, und ihre Rollen.',
    },
  },
};
