import type { Texts } from './texts.ts';

export const de: Texts = {
  subjectOfQuestion: (kind, group) =>
    ({
      renew: `Brauchen Sie „${group}“ noch?`,
      review: `Bitte prüfen Sie die Personen in „${group}“`,
      approve: `Bitte genehmigen oder lehnen Sie „${group}“ ab`,
      approve_change: `Bitte entscheiden Sie über eine Änderung von „${group}“`,
      approve_delete: `Bitte entscheiden Sie über die Löschung von „${group}“`,
      approve_adoption: `Soll „${group}“ den Regeln Ihrer Organisation folgen?`,
      name_deputy: `„${group}“ braucht eine Stellvertretung`,
      take_over: `„${group}“ braucht eine verantwortliche Person`,
      add_owner: `„${group}“ braucht einen weiteren Besitzer`,
      hand_back: `„${group}“ kann zurückgehen`,
      accept_responsibility: `Übernehmen Sie die Verantwortung für „${group}“?`,
      accept_deputy_role: `Übernehmen Sie die Stellvertretung für „${group}“?`,
      confirm_removals: `Eine Mitgliederliste entfernt Personen aus „${group}“`,
      still_needed: `Wird „${group}“ noch gebraucht?`,
      contested: `Ein anderes Werkzeug ändert „${group}“ immer wieder`,
    })[kind],
  subjectOfQuestions: (count) => `${count} Gruppen brauchen Ihre Entscheidung`,
  subjectOfNews: (group) => `Neues zu „${group}“`,
  subjectOfManyNews: (count) => `Neues zu ${count} Ihrer Gruppen`,
  questions: 'Ihre Entscheidung ist gefragt',
  news: 'Zu Ihrer Information',
  sentences: {
    renew: ({ date, unanswered }) =>
      `Diese Gruppe läuft am ${date} ab. ${
        unanswered === 'delete'
          ? 'Ohne Verlängerung wird sie gelöscht.'
          : unanswered === 'keep'
            ? 'Bitte sagen Sie, ob sie noch gebraucht wird.'
            : 'Ohne Verlängerung wird sie archiviert: Alle können sie lesen, niemand kann sie ändern.'
      }`,
    review: ({ date, unanswered }) =>
      `Bitte prüfen Sie bis zum ${date}, ob die Personen in dieser Gruppe noch dazugehören.${
        unanswered === 'remove_guests'
          ? ' Gäste, die niemand bestätigt, werden entfernt.'
          : unanswered === 'archive'
            ? ' Ohne Antwort wird die Gruppe archiviert.'
            : ''
      }`,
    approve: ({ date, person }) =>
      `${person === undefined ? 'Ein System' : person} hat diese neue Gruppe beantragt. Sie wird angelegt, sobald Sie zustimmen. Bitte entscheiden Sie bis zum ${date}.`,
    approve_change: ({ date, person }) =>
      `${person === undefined ? 'Ein System' : person} hat eine Änderung dieser Gruppe beantragt. Sie wird geändert, sobald Sie zustimmen. Bitte entscheiden Sie bis zum ${date}.`,
    approve_delete: ({ date, person }) =>
      `${person === undefined ? 'Ein System' : person} hat die Löschung dieser Gruppe beantragt. Sie wird gelöscht, sobald Sie zustimmen. Bitte entscheiden Sie bis zum ${date}.`,
    approve_adoption: ({ date }) =>
      `Diese Gruppe wurde in Microsoft 365 angelegt. Mit Ihrer Zustimmung folgt sie den Regeln Ihrer Organisation: Sie bekommt eine verantwortliche Person und wird gepflegt. Mitglieder und Inhalte bleiben. Bitte entscheiden Sie bis zum ${date}. Ohne Antwort bleibt sie, wie sie ist.`,
    name_deputy: ({ date }) =>
      `Diese Gruppe hat keine Stellvertretung. Bitte benennen Sie${date === undefined ? '' : ` bis zum ${date}`} jemanden, der in Ihrer Abwesenheit für sie verantwortlich ist.`,
    take_over: ({ date }) =>
      `Für diese Gruppe ist niemand verantwortlich. Übernehmen Sie sie? Bitte entscheiden Sie${date === undefined ? '' : ` bis zum ${date}`}.`,
    add_owner: () =>
      'Diese Gruppe hat weniger Besitzer, als sie braucht. Bitte benennen Sie einen weiteren.',
    hand_back: ({ person, date }) =>
      `${person ?? 'Die frühere verantwortliche Person'} ist wieder da. Soll die Gruppe zurückgehen?${date === undefined ? '' : ` Ohne Antwort bis zum ${date} bleibt sie bei Ihnen.`}`,
    accept_responsibility: ({ date }) =>
      `Sie wurden als verantwortliche Person dieser Gruppe benannt. Bitte nehmen Sie das${date === undefined ? '' : ` bis zum ${date}`} an, oder geben Sie es weiter.`,
    accept_deputy_role: ({ date }) =>
      `Sie wurden als Stellvertretung für diese Gruppe benannt. Bitte nehmen Sie das${date === undefined ? '' : ` bis zum ${date}`} an, oder geben Sie es weiter.`,
    confirm_removals: () =>
      'Ein System nennt Personen nicht mehr, die es in die Gruppe gebracht hat. Sie bleiben, bis jemand entscheidet.',
    still_needed: ({ date, unanswered }) =>
      `Diese Gruppe wurde seit einiger Zeit nicht genutzt. Bitte sagen Sie bis zum ${date}, ob sie noch gebraucht wird.${
        unanswered === 'keep' ? '' : ' Ohne Antwort läuft sie ab; Sie werden vorher erinnert.'
      }`,
    contested: () =>
      'Ein anderes Werkzeug ändert diese Gruppe, sobald ihr Eintrag wiederhergestellt wird. Bitte entscheiden Sie, welcher Wert gilt.',
    created: ({ isDeputy, date }) =>
      `Diese Gruppe wurde angelegt. Sie ${isDeputy ? 'sind die Stellvertretung' : 'sind für sie verantwortlich'}.${date === undefined ? '' : ` Sie läuft am ${date} ab; vorher werden Sie gefragt.`}`,
    creation_failed: ({ reason }) =>
      `Diese Gruppe konnte nicht angelegt werden.${reason === undefined ? '' : ` ${reason}`}`,
    renewed: ({ date, person }) =>
      `${person === undefined ? 'Diese Gruppe wurde verlängert' : `${person} hat diese Gruppe verlängert`}. Sie läuft am ${date} ab.`,
    kept: () =>
      'Diese Gruppe ist abgelaufen. Weil niemand geantwortet hat, bleibt sie, wie sie ist.',
    archived: ({ deletionDate }) =>
      `Diese Gruppe ist abgelaufen und wurde archiviert. ${deletionDate === undefined ? 'Ihr Inhalt bleibt lesbar.' : `Ihr Inhalt bleibt lesbar, bis die Gruppe am ${deletionDate} gelöscht wird.`}`,
    cannot_archive: () =>
      'Diese Gruppe ist abgelaufen, kann aber nicht archiviert werden, weil sie kein Team hat. Sie bleibt, wie sie ist, bis jemand entscheidet.',
    deletes_soon: ({ date }) =>
      `Diese archivierte Gruppe wird am ${date} gelöscht. Sichern Sie, was Sie brauchen, oder bitten Sie um eine Aufbewahrung.`,
    deleted: () =>
      'Diese Gruppe wurde gelöscht. Innerhalb von 30 Tagen kann die Administration sie wiederherstellen.',
    guest_leaves: ({ person, date }) =>
      `${person} ist Gast dieser Gruppe und verlässt sie am ${date}. Das System, das den Gast nennt, kann ein späteres Ende nennen.`,
    guests_removed: ({ count }) =>
      `${count === 1 ? 'Ein Gast wurde' : `${count} Gäste wurden`} aus dieser Gruppe entfernt, weil niemand sie bestätigt hat.`,
    review_lapsed: () =>
      'Niemand hat die Personen dieser Gruppe rechtzeitig geprüft. Sie bleibt, wie sie ist.',
    took_over: ({ person }) =>
      `Ab jetzt sind Sie für diese Gruppe verantwortlich${person === undefined ? '' : `, anstelle von ${person}`}.`,
    handed_over: ({ person }) => `Ab jetzt ist ${person} für diese Gruppe verantwortlich.`,
    unavailable: ({ person, date }) =>
      `${person} ist nicht erreichbar${date === undefined ? '' : `. Bleibt es dabei, wird die Gruppe am ${date} übergeben`}.`,
    vacant: () => 'Für diese Gruppe ist niemand verantwortlich, und niemand konnte sie übernehmen.',
    not_accepted: ({ person, isDeputy, reason }) =>
      `${person} ${reason === undefined ? 'hat nicht geantwortet und sollte' : 'lehnt ab und sollte'} ${isDeputy ? 'die Stellvertretung dieser Gruppe' : 'die Verantwortung für diese Gruppe'} übernehmen.${reason === undefined ? '' : ` ${reason}`}`,
    decision_failed: ({ reason }) =>
      `Eine Entscheidung zu dieser Gruppe konnte nicht umgesetzt werden. Die Frage ist wieder offen.${reason === undefined ? '' : ` ${reason}`}`,
    enforcement_stopped: ({ count }) =>
      `${count} Gruppen weichen auf einmal von ihren Einträgen ab. Die Vorlagen stellen deshalb keine davon wieder her. Sehen Sie die Abweichungen an, und übernehmen, reparieren oder geben Sie sie frei.`,
    idle_stopped: ({ count }) =>
      `${count} Gruppen scheinen auf einmal ungenutzt zu sein. Deshalb wurde niemand danach gefragt. Sehen Sie die Gruppen an, und geben Sie die Fragen im Admin Center frei.`,
    reports_concealed: () =>
      'Microsoft 365 verbirgt in seinen Berichten die Namen der Gruppen. Deshalb ist nicht bekannt, wann Gruppen zuletzt genutzt wurden, und niemand wird nach ungenutzten gefragt. Um das zu ändern, schalten Sie im Microsoft 365 Admin Center unter Einstellungen, Einstellungen der Organisation, Berichte „In allen Berichten verborgene Benutzer-, Gruppen- und Websitenamen anzeigen“ aus.',
    adoptions_stopped: ({ count }) =>
      `${count} Übernahmen einer Vorlage sind innerhalb einer Stunde fehlgeschlagen, darum übernimmt sie keine weiteren Gruppen. Lesen Sie ihre Fehler, und beheben Sie die Ursache. Geben Sie die Übernahmen dann im Admin Center frei.`,
    mass_departure: ({ count }) =>
      `${count} verantwortliche Personen sind auf einmal ausgeschieden. Es wurde nichts übergeben. Bitte prüfen Sie das Verzeichnis und geben Sie die Übergaben dann im Admin-Center frei.`,
    credential_expires: ({ date, address }) =>
      address === undefined
        ? `Die Anmeldeinformation der Verbindung mit Microsoft 365 gilt bis ${date}. Danach kann keine Gruppe mehr angelegt oder geändert werden. Erneuern Sie sie in Entra, und geben Sie sie im Admin Center ein.`
        : `Die Anmeldeinformation der zweiten Anwendung, für SharePoint unter ${address}, gilt bis ${date}. Danach kann keine Vertraulichkeitsbezeichnung mehr gesetzt werden, und Vorlagen, die eine verlangen, legen keine Gruppe mehr an. Erneuern Sie sie in Entra, und geben Sie sie im Admin Center ein.`,
    microsoft_changed: ({ reason }) =>
      `Microsoft 365 verhält sich nicht mehr so, wie die Verbindung annimmt: ${reason}. Erstellungen oder Änderungen können fehlschlagen. Öffnen Sie die Verbindung im Admin Center, und proben Sie sie nach einigen Stunden noch einmal.`,
    webhook_failing: ({ address, date, reason }) =>
      `An ${address} konnten seit ${date} keine Ereignisse zugestellt werden.${reason === undefined ? '' : ` ${reason}`} Der Dienst versucht es drei Tage lang erneut. Korrigieren Sie den Endpunkt, oder senden Sie die Ereignisse später im Admin Center erneut.`,
    webhook_recovered: ({ address }) =>
      `An ${address} werden wieder Ereignisse zugestellt. Die wartenden folgen.`,
    webhook_disabled: ({ address, reason }) =>
      `An ${address} werden keine Ereignisse mehr gesendet. ${reason} Nichts geht verloren: Sobald Sie den Endpunkt im Admin Center aktivieren, erhält er alles nachträglich.`,
  },
  actions: {
    renew: 'Verlängern oder enden lassen',
    review: 'Personen prüfen',
    approve: 'Genehmigen oder ablehnen',
    approve_change: 'Genehmigen oder ablehnen',
    approve_delete: 'Genehmigen oder ablehnen',
    approve_adoption: 'Genehmigen oder ablehnen',
    name_deputy: 'Stellvertretung benennen',
    take_over: 'Entscheiden',
    add_owner: 'Besitzer benennen',
    hand_back: 'Behalten oder zurückgeben',
    accept_responsibility: 'Annehmen oder weitergeben',
    accept_deputy_role: 'Annehmen oder weitergeben',
    confirm_removals: 'Entscheiden',
    still_needed: 'Sagen, ob sie gebraucht wird',
    contested: 'Entscheiden',
  },
  headings: {
    created: 'Neue Gruppe',
    creation_failed: 'Nicht angelegt',
    renewed: 'Verlängert',
    kept: 'Abgelaufen',
    archived: 'Archiviert',
    cannot_archive: 'Abgelaufen',
    deletes_soon: 'Wird bald gelöscht',
    deleted: 'Gelöscht',
    guest_leaves: 'Gast geht bald',
    guests_removed: 'Gäste entfernt',
    review_lapsed: 'Personen nicht geprüft',
    took_over: 'Sie sind verantwortlich',
    handed_over: 'Übergeben',
    unavailable: 'Nicht erreichbar',
    vacant: 'Niemand ist verantwortlich',
    not_accepted: 'Nicht angenommen',
    decision_failed: 'Entscheidung nicht umgesetzt',
    enforcement_stopped: 'Viele Gruppen weichen auf einmal ab',
    idle_stopped: 'Viele Gruppen auf einmal ungenutzt',
    reports_concealed: 'Berichte verbergen die Gruppen',
    adoptions_stopped: 'Übernahmen sind angehalten',
    mass_departure: 'Viele Personen sind auf einmal ausgeschieden',
    credential_expires: 'Anmeldeinformation der Verbindung läuft ab',
    microsoft_changed: 'Microsoft hat etwas geändert',
    webhook_failing: 'Webhook-Endpunkt schlägt fehl',
    webhook_recovered: 'Webhook-Endpunkt funktioniert wieder',
    webhook_disabled: 'Webhook-Endpunkt deaktiviert',
  },
  reminder: 'Erinnerung',
  more: (count) => `Und ${count} weitere. Alle finden Sie auf der Seite Ihrer Gruppen.`,
  allGroups: 'Alle meine Gruppen und Aufgaben',
  personal:
    'Die Links in dieser Nachricht gelten nur für Sie: Leiten Sie sie nicht weiter. Ein Link entscheidet nichts; Sie wählen erst auf der Seite.',
  whyYou: (tenant) =>
    `Sie erhalten diese Nachricht, weil Sie bei ${tenant} eine Aufgabe in diesen Gruppen haben. Sie erhalten höchstens eine am Tag.`,
  contact: (address) => `Fragen? Schreiben Sie an ${address}.`,
  testSubject: 'Testnachricht',
  test: 'Dies ist ein Test. Nachrichten an Personen werden so gesendet wie diese.',
  invitationSubject: 'Einladung in das Admin Center',
  invitation: (date) =>
    `Sie sind eingeladen, im Admin Center dieses Mandanten zu arbeiten. Der Link funktioniert einmal, bis ${date}. Er ist nur für Sie: Leiten Sie ihn nicht weiter.`,
  invitationAction: 'Anmelden',
  adminCenter: 'Admin Center',
};
