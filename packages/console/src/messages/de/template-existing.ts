import type { Translation } from '../en/translation.ts';
import type { en } from '../en/template-existing.ts';

export const de: Translation<typeof en> = {
  differences: 'Änderungen in Microsoft 365',
  differencesNote:
    'Die Folgen, wenn jemand eine Gruppe dieser Vorlage in Teams, Outlook oder Entra ändert. Sie gelten sofort, auch für bestehende Gruppen.',
  property: {
    displayName: 'Anderer Anzeigename',
    description: 'Andere Beschreibung',
    visibility: 'Anderer Datenschutz',
    archived: 'Archiviert oder reaktiviert',
    owners: 'Fehlende Besitzer',
    settings: 'Andere Einstellungen des Teams',
    label: 'Andere Vertraulichkeitsbezeichnung',
    deletion: 'Gelöscht',
  },
  rules: {
    ignore: 'Ignorieren',
    report: 'Melden',
    restore: 'Wiederherstellen',
  },
  ignored: 'Keine Liste und keine Nachricht enthält es.',
  reported: 'Es ist ein Befund. Sie stellen wieder her oder übernehmen den Wert.',
  restored: {
    displayName: 'Die Gruppe erhält den Namen aus ihrem Datensatz zurück.',
    description: 'Die Gruppe erhält die Beschreibung aus ihrem Datensatz zurück.',
    visibility: 'Die Gruppe wird wieder privat oder öffentlich, wie in ihrem Datensatz.',
    archived: 'Das Team wird wieder archiviert oder aktiv, wie in seinem Datensatz.',
    owners:
      'Die verantwortliche Person, die Vertretung und fehlende Besitzer werden wieder Besitzer. Niemand wird entfernt.',
    settings: 'Die Einstellungen der Vorlage werden wieder geschrieben.',
    label: 'Die Gruppe erhält die Bezeichnung der Vorlage wieder.',
    deletion:
      'Die Gruppe wird innerhalb von 30 Tagen einmal zurückgeholt. Eine zweite Löschung wird hingenommen.',
  },
  within: 'Wiederherstellen versuchen für',
  withinHint: 'So lange wird eine fehlgeschlagene Wiederherstellung wiederholt.',
  brake:
    'Nichts wird innerhalb von 30 Minuten nach einer Änderung durch den Dienst wiederhergestellt, öfter als zweimal in sieben Tagen, oder während sehr viele Gruppen zugleich abweichen.',
  adoption: 'Übernommene Gruppen',
  adoptionNote: 'So kommen Gruppen, die andere angelegt haben, unter diese Vorlage.',
  match: 'Vorschlag',
  matchHint: 'Ein Vorschlag steht in der Liste der anderen Gruppen bei einer Gruppe.',
  matchChoices: {
    names: 'Für Gruppen, deren Namen zu den Mustern passen',
    none: 'Für keine Gruppe',
  },
  names: 'Namen',
  namesHint: 'Wenn eine Anforderung nichts dazu sagt. Der Alias ändert sich nie.',
  namesChoices: { keep: 'Namen behalten', conform: 'Anzeigenamen nach dem Muster bilden' },
  ask: 'Ohne verantwortliche Person fragen',
  askHint: 'Diese Personen werden gefragt, ob sie eine Gruppe ohne aktiven Besitzer übernehmen.',
  askChoices: {
    owners: 'Besitzer, ihre Vorgesetzten, die betreuende Person, dann Mitglieder',
    members: 'Besitzer, ihre Vorgesetzten, Mitglieder, dann die betreuende Person',
    nobody: 'Niemanden: ein Administrator nennt eine Person',
  },
  graceDays: 'Schonfrist in Tagen',
  graceDaysHint:
    'Kein Ablauf, keine Erinnerung und keine Überprüfung einer übernommenen Gruppe fällt in so viele Tage nach ihrer Übernahme.',
  perDay: 'Übernahmen in 24 Stunden',
  perDayHint: 'Weitere werden bis zum nächsten Tag abgelehnt.',
};
