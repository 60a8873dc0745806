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
      title: 'Übersicht',
      text: 'Elemente, die jetzt Ihre Aufmerksamkeit erfordern, und die Ergebnisse der Gruppenerstellung. Jedes Element führt zu der Seite, auf der Sie handeln können.',
    },
    reports: {
      title: 'Berichte',
      text: 'Ergebnisse der Gruppenerstellung nach Zeitraum, Organisation und Vorlage, als Diagramme und Tabellen.',
    },
    requests: {
      title: 'Anforderungen',
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
    findings: {
      title: 'Befunde',
      text: 'Gruppen, die im Verzeichnis von ihrem Eintrag abweichen, keinen Besitzer haben oder deren verantwortliche Person nicht verfügbar ist.',
    },
    responsibility: {
      title: 'Verantwortung',
      text: 'Die Personen, die für Gruppen verantwortlich sind. Übergeben Sie Gruppen, wenn Personen ausscheiden, und entscheiden Sie über Massenabgänge.',
    },
    lifecycle: {
      title: 'Lebenszyklus',
      text: 'Wann Gruppen ablaufen, archiviert und gelöscht werden. Sie können Gruppen verlängern und aussetzen.',
    },
    approvals: {
      title: 'Genehmigungen',
      text: 'Anforderungen, die auf eine Genehmigung warten. Sie können anstelle der Genehmigenden entscheiden.',
    },
    tasks: {
      title: 'Aufgaben',
      text: 'Entscheidungen, die Personen über ihre Gruppen treffen müssen, zum Beispiel Verlängerungen und Überprüfungen. Sie können für sie entscheiden.',
    },
    reviews: {
      title: 'Überprüfungen',
      text: 'Überprüfungen der Personen in Gruppen: ob Besitzer und Gäste noch dazugehören, Person für Person. Sie können eine Überprüfung starten und anstelle der Prüfenden entscheiden.',
    },
    messages: {
      title: 'Nachrichten',
      text: 'E-Mails an Personen zu ihren Gruppen und ob sie zugestellt wurden.',
    },
    organisations: {
      title: 'Organisationen und Vorlagen',
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
    activity: {
      title: 'Aktivität',
      text: 'Das unveränderliche Protokoll aller Änderungen. Sie können es exportieren und seine Unversehrtheit überprüfen.',
    },
    administrators: {
      title: 'Administratoren',
      text: 'Die Personen, die in diesem Admin Center arbeiten dürfen, und ihre Rollen.',
    },
  },
};
