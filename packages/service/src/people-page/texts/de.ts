import type { PageTexts } from './texts.ts';

export const de: PageTexts = {
  language: 'de',
  title: 'Ihre Entscheidung',
  greeting: (name) => `Guten Tag ${name},`,
  loading: 'Einen Moment …',
  noScript:
    'Diese Seite braucht JavaScript. Schalten Sie es ein, oder bitten Sie einen Administrator, für Sie zu entscheiden.',
  refusedTitle: 'Dieser Link ist nicht gültig',
  refused:
    'Vielleicht wurde die Frage schon beantwortet, von Ihnen oder von jemand anderem, oder die Frist ist abgelaufen. Eine neuere Nachricht zu dieser Gruppe enthält einen neuen Link.',
  failed:
    'Die Seite konnte nicht geladen werden. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
  retry: 'Erneut versuchen',
  dueBy: (date) => `Bitte entscheiden Sie bis zum ${date}.`,
  group: 'Gruppe',
  alias: 'Adresse',
  organisation: 'Organisation',
  facts: {
    responsible: 'Verantwortlich',
    deputy: 'Stellvertretung',
    former_responsible: 'Bisher verantwortlich',
    requested_by: 'Angefordert von',
    new_name: 'Neuer Name',
    visibility: 'Datenschutz',
    people: 'Personen',
    guests: 'Gäste',
    source: 'System',
    added: 'Kommen hinzu',
    removed: 'Scheiden aus',
    properties: 'Eigenschaften',
    description: 'Beschreibung',
    expires: 'Läuft ab am',
    renewed_until: 'Nach Verlängerung gültig bis',
    unused_since: 'Nicht genutzt seit',
    stage: 'Stufe',
    reason: 'Grund',
  },
  values: {
    public: 'öffentlich: alle in der Organisation können beitreten',
    private: 'privat: die Besitzer entscheiden, wer beitritt',
  },
  choices: 'Ihre Entscheidung',
  person: 'Person angeben oder auswählen',
  personHint: 'E-Mail-Adresse',
  displayName: 'Name der Gruppe',
  reason: 'Grund (freiwillig)',
  reasonRequired: 'Grund',
  send: 'Entscheidung senden',
  sending: 'Wird gesendet …',
  missingChoice: 'Wählen Sie eine der Möglichkeiten.',
  missingReason: 'Geben Sie einen Grund an.',
  missingPerson: 'Geben Sie eine E-Mail-Adresse an.',
  missingDecisions: 'Wählen Sie für jede Person eine Antwort.',
  roles: { owner: 'Besitzer', guest: 'Gast' },
  personDecisions: { keep: 'Bleibt', remove: 'Geht', unsure: 'Unsicher' },
  doneTitle: 'Vielen Dank',
  done: 'Ihre Entscheidung ist gespeichert. Sie können diese Seite schließen.',
  signInTitle: 'Bitte melden Sie sich an',
  signIn:
    'Für diese Entscheidung müssen Sie sich mit dem Konto Ihrer Organisation anmelden. Danach kommen Sie auf diese Seite zurück.',
  signInButton: 'Anmelden',
  signInFailed:
    'Die Anmeldung ist fehlgeschlagen. Versuchen Sie es erneut, oder bitten Sie einen Administrator, für Sie zu entscheiden.',
  mine: {
    title: 'Meine Gruppen',
    signIn:
      'Melden Sie sich mit dem Konto Ihrer Organisation an, um Ihre Gruppen und offenen Fragen zu sehen.',
    signedInAs: (email) => `Angemeldet als ${email}.`,
    tasks: 'Ihre Entscheidung ist gefragt',
    noTasks: 'Nichts wartet auf Ihre Entscheidung',
    decide: 'Entscheiden',
    groups: 'Ihre Gruppen',
    noGroups: 'Sie sind in keiner Gruppe',
    more: 'Sie sind in mehr Gruppen, als diese Seite zeigt.',
    back: 'Zurück zu meinen Gruppen',
    roles: {
      responsible: 'verantwortlich',
      deputy: 'Stellvertretung',
      owner: 'Besitzer',
      member: 'Mitglied',
    },
    states: {
      being_created: 'wird angelegt',
      active: 'aktiv',
      archived: 'archiviert',
      deleted: 'gelöscht',
      gone: 'entfernt',
      ended: 'nicht mehr verwaltet',
      failed: 'nicht angelegt',
    },
    expires: (date) => `läuft am ${date} ab`,
  },
  kinds: {
    renew: {
      question: (group) => `Wird die Gruppe „${group}“ noch gebraucht?`,
      explanation: 'Eine Gruppe, die niemand verlängert, wird geschlossen.',
      decisions: {
        renew: { label: 'Ja, behalten', hint: 'Die Gruppe besteht weiter.' },
        let_expire: {
          label: 'Nein, auslaufen lassen',
          hint: 'Die Gruppe wird am Ablaufdatum geschlossen.',
        },
      },
    },
    review: {
      question: (group) => `Stimmen die Besitzer und Gäste von „${group}“ noch?`,
      explanation: 'Entscheiden Sie über jede Person. Im Zweifel bleibt sie.',
      people: 'Gehört die Person noch zur Gruppe?',
      decisions: {
        confirm: {
          label: 'Bestätigen',
          hint: 'Personen, die gehen, verlieren ihren Platz in der Gruppe.',
        },
      },
    },
    approve: {
      question: (group) => `Soll die Gruppe „${group}“ angelegt werden?`,
      explanation:
        'Ein System hat diese Gruppe angefordert. Sie wird nur mit Ihrer Zustimmung angelegt.',
      decisions: {
        approve: { label: 'Zustimmen', hint: 'Die Gruppe wird angelegt.' },
        amend: {
          label: 'Mit anderem Namen zustimmen',
          hint: 'Die Gruppe wird mit dem Namen angelegt, den Sie eingeben.',
        },
        reject: {
          label: 'Ablehnen',
          hint: 'Die Gruppe wird nicht angelegt. Ein Grund ist erforderlich.',
        },
      },
    },
    approve_change: {
      question: (group) => `Soll die Gruppe „${group}“ geändert werden?`,
      explanation:
        'Diese Änderung wurde angefordert. Die Gruppe wird nur mit Ihrer Zustimmung geändert.',
      decisions: {
        approve: { label: 'Zustimmen', hint: 'Die Gruppe wird geändert.' },
        amend: {
          label: 'Mit anderem Namen zustimmen',
          hint: 'Die Gruppe wird geändert und erhält den Namen, den Sie eingeben.',
        },
        reject: {
          label: 'Ablehnen',
          hint: 'Die Gruppe bleibt, wie sie ist. Ein Grund ist erforderlich.',
        },
      },
    },
    approve_delete: {
      question: (group) => `Soll die Gruppe „${group}“ gelöscht werden?`,
      explanation:
        'Diese Löschung wurde angefordert. Die Gruppe wird nur mit Ihrer Zustimmung gelöscht, samt ihren Inhalten. Innerhalb von 30 Tagen kann ein Administrator sie wiederherstellen.',
      decisions: {
        approve: { label: 'Zustimmen', hint: 'Die Gruppe wird gelöscht.' },
        reject: {
          label: 'Ablehnen',
          hint: 'Die Gruppe bleibt, wie sie ist. Ein Grund ist erforderlich.',
        },
      },
    },
    approve_adoption: {
      question: (group) => `Soll die Gruppe „${group}“ den Regeln Ihrer Organisation folgen?`,
      explanation:
        'Die Gruppe wurde in Microsoft 365 angelegt. Mit Ihrer Zustimmung bekommt sie eine verantwortliche Person und folgt einer Vorlage. Mitglieder und Inhalte bleiben.',
      decisions: {
        approve: { label: 'Zustimmen', hint: 'Die Gruppe wird übernommen.' },
        reject: {
          label: 'Ablehnen',
          hint: 'Die Gruppe bleibt, wie sie ist, und niemand wird noch einmal gefragt.',
        },
      },
    },
    name_deputy: {
      question: (group) => `Wer vertritt Sie bei der Gruppe „${group}“?`,
      explanation:
        'Die Gruppe hat keine Stellvertretung. Die Stellvertretung übernimmt, wenn die verantwortliche Person ausscheidet.',
      people: 'Vorschläge',
      decisions: {
        name: {
          label: 'Stellvertretung benennen',
          hint: 'Die Person wird Besitzer der Gruppe.',
        },
      },
    },
    take_over: {
      question: (group) => `Übernehmen Sie die Gruppe „${group}“?`,
      explanation: 'Für diese Gruppe ist niemand mehr verantwortlich.',
      decisions: {
        accept: {
          label: 'Ja, ich übernehme',
          hint: 'Sie werden verantwortlich und Besitzer der Gruppe.',
        },
        decline: { label: 'Nein', hint: 'Die anderen Gefragten können noch zusagen.' },
      },
    },
    add_owner: {
      question: (group) => `Wer wird weiterer Besitzer der Gruppe „${group}“?`,
      explanation: 'Die Gruppe hat weniger handlungsfähige Besitzer, als ihre Vorlage verlangt.',
      people: 'Vorschläge',
      decisions: {
        add: { label: 'Besitzer benennen', hint: 'Die Person wird Besitzer der Gruppe.' },
      },
    },
    confirm_removals: {
      question: (group) => `Verlassen diese Personen „${group}“?`,
      explanation:
        'Ein System nennt so viele Personen nicht mehr, dass sie bleiben, bis jemand entscheidet. Es kann ein Versehen sein, etwa eine leere Liste.',
      decisions: {
        remove: {
          label: 'Personen entfernen',
          hint: 'Sie verlassen die Gruppe. Das System hatte recht.',
        },
        keep: {
          label: 'Personen behalten',
          hint: 'Sie bleiben, und kein System entfernt sie später.',
        },
      },
    },
    still_needed: {
      question: (group) => `Wird die Gruppe „${group}“ noch gebraucht?`,
      explanation:
        'Die Berichte von Microsoft 365 zeigen seit einiger Zeit keine Nutzung: keine Nachrichten in Kanälen, keine E-Mails und keine Arbeit an Dateien.',
      decisions: {
        needed: {
          label: 'Ja, sie wird gebraucht',
          hint: 'Die Gruppe bleibt, und eine Zeit lang fragt niemand mehr.',
        },
        not_needed: {
          label: 'Nein, sie wird nicht gebraucht',
          hint: 'Die Gruppe läuft ab. Sie werden erinnert und können sie noch verlängern.',
        },
      },
    },
    contested: {
      question: (group) =>
        `Ein anderes Werkzeug ändert „${group}“ immer wieder. Welcher Wert gilt?`,
      explanation:
        'Der Eintrag der Gruppe wurde zweimal wiederhergestellt, und jedes Mal hat ein anderes Werkzeug seinen Wert zurückgeschrieben.',
      decisions: {
        repair: {
          label: 'Eintrag wiederherstellen',
          hint: 'Das Verzeichnis erhält den Wert des Eintrags. Stoppen Sie zuerst das andere Werkzeug.',
        },
        accept: {
          label: 'Jetzigen Wert behalten',
          hint: 'Der Eintrag erhält den Wert, den das Verzeichnis jetzt hat.',
        },
      },
    },
    hand_back: {
      question: (group) => `Soll die Gruppe „${group}“ zurückgehen?`,
      explanation:
        'Die früher verantwortliche Person ist wieder da. Sie entscheiden, weil die Gruppe jetzt Ihnen anvertraut ist.',
      decisions: {
        hand_back: {
          label: 'Ja, zurückgeben',
          hint: 'Die frühere Person wird wieder verantwortlich. Sie bleiben Besitzer.',
        },
        keep: { label: 'Nein, behalten', hint: 'Sie bleiben verantwortlich.' },
      },
    },
    accept_responsibility: {
      question: (group) => `Übernehmen Sie die Verantwortung für „${group}“?`,
      explanation:
        'Die verantwortliche Person verlängert die Gruppe, prüft ihre Mitglieder und benennt eine Stellvertretung.',
      decisions: {
        accept: { label: 'Ja, ich nehme an', hint: 'Sie bleiben verantwortlich.' },
        pass_on: {
          label: 'Weitergeben',
          hint: 'Die Person, die Sie nennen, wird verantwortlich. Sie bleiben Besitzer.',
        },
        decline: {
          label: 'Nein',
          hint: 'Es wird jemand anderes gesucht. Bis dahin bleiben Sie verantwortlich. Ein Grund ist erforderlich.',
        },
      },
    },
    accept_deputy_role: {
      question: (group) => `Übernehmen Sie die Stellvertretung für „${group}“?`,
      explanation: 'Die Stellvertretung übernimmt, wenn die verantwortliche Person ausscheidet.',
      decisions: {
        accept: { label: 'Ja, ich nehme an', hint: 'Sie bleiben Stellvertretung.' },
        pass_on: {
          label: 'Weitergeben',
          hint: 'Die Person, die Sie nennen, wird Stellvertretung. Sie bleiben Besitzer.',
        },
        decline: {
          label: 'Nein',
          hint: 'Es wird jemand anderes gesucht. Bis dahin bleiben Sie Stellvertretung. Ein Grund ist erforderlich.',
        },
      },
    },
  },
};
