import type { en } from '../en/fault-rules.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  address_base:
    'Entfernen Sie Benutzername, Kennwort, Abfrage (ab ?) und Fragment (ab #) aus der Adresse.',
  address_fragment: 'Entfernen Sie den Teil der Adresse ab #.',
  address_scheme: 'Die Adresse muss mit https:// beginnen.',
  address_user: 'Entfernen Sie den Benutzernamen und das Kennwort aus der Adresse.',
  sharepoint_admin: 'Geben Sie die Adresse des SharePoint Admin Centers ein: {suggestion}.',
  address_version: 'Lassen Sie die Version am Ende der Adresse weg. Geben Sie {suggestion} ein.',
  archived_day:
    'Das Überwachungsprotokoll dieses Tages wurde archiviert. Bitten Sie Ihren Betreiber um das Archiv.',
  blocked_word_letters: '„{name}“ enthält weder Buchstaben noch Ziffern.',
  certificate:
    'Geben Sie eine PEM-Datei mit dem Zertifikat und dem zugehörigen privaten Schlüssel ohne Kennwort ein. Konvertieren Sie eine PFX-Datei zuerst: openssl pkcs12 -in datei.pfx -out datei.pem -noenc',
  channel_ends:
    'Der Name eines Kanals darf nicht mit einem Unterstrich, einem Punkt oder einem Leerzeichen beginnen und nicht mit einem Punkt oder einem Leerzeichen enden.',
  credential_of_operator:
    'Nur Ihr Betreiber kann die Identität des Diensts verwenden oder ändern. Wählen Sie einen geheimen Clientschlüssel oder ein Zertifikat aus.',
  credential_without_secret: 'Diese Identität hat keinen geheimen Schlüssel.',
  date: 'Geben Sie ein Datum ein, das es gibt, zum Beispiel 2027-12-31.',
  duration: 'Geben Sie eine Dauer in ganzen Tagen ein, zum Beispiel P90D oder P1Y.',
  email: 'Geben Sie eine E-Mail-Adresse ein.',
  expiry_of_request: 'Die Vorlage lässt nicht zu, dass eine Anforderung den Ablauf festlegt.',
  filled_in: 'Der Dienst füllt „{name}“ selbst aus.',
  host: 'Geben Sie den Namen oder die IP-Adresse eines Servers ohne Port ein.',
  https_address: 'Geben Sie eine Adresse ein, die mit https:// beginnt.',
  identifier:
    'Geben Sie höchstens 63 Zeichen ein: a bis z, Ziffern und, nicht am Rand, Bindestriche.',
  identifier_guid:
    'Der Bezeichner darf nicht wie eine GUID aussehen, da er sonst mit einer ID verwechselt werden könnte.',
  invites_guests: 'Die Vorlage lässt keine Gäste zu und kann deshalb keine einladen.',
  lists_with_days:
    'Nur die Listen der ablaufenden Gruppen und der Löschungen lassen sich auf einen Tag einschränken.',
  later_than_expiry: 'Eine Verlängerung muss nach dem jetzigen Ablauf enden.',
  longest_needs_caller:
    'Ein spätester Ablauf ist nur möglich, wenn Anforderungen den Ablauf festlegen dürfen.',
  mailbox: 'Geben Sie die Adresse oder die Benutzer-ID des Postfachs ein.',
  moment: 'Geben Sie ein Datum mit Uhrzeit ein, zum Beispiel 2027-01-31T00:00:00Z.',
  one_expiry: 'Wählen Sie genau eine Art des Ablaufs aus.',
  outside_own_ranges: '{name} liegt außerhalb der IP-Bereiche Ihres API-Schlüssels.',
  owner_unlimited: 'Die Rolle „Besitzer“ kann nicht auf Organisationen beschränkt werden.',
  password_without_user: 'Zu einem Kennwort gehört ein Benutzername.',
  person: 'Geben Sie eine E-Mail-Adresse oder eine Benutzer-ID ein.',
  plus_needs_property:
    'Ein Zeitraum nach diesem Tag ist nur möglich, wenn eine Eigenschaft den Tag des Ablaufs enthält.',
  probe_of_sandbox: 'Eine Sandbox hat keine Probe: Der Dienst nimmt nichts über sie an.',
  probe_owner:
    'Ein Gast kommt in ein Team, und ein Team braucht einen Besitzer: Nennen Sie einen Besitzer.',
  property_member: 'Eine Eigenschaft dieses Typs hat diese Einstellung nicht.',
  property_name:
    'Beginnen Sie den Namen einer Eigenschaft mit einem Buchstaben, gefolgt von Buchstaben, Ziffern, „_“, „-“ oder „.“, mit höchstens 64 Zeichen.',
  property_pattern: 'Das ist kein regulärer Ausdruck, den der Dienst zulässt, oder er ist zu groß.',
  range_length:
    'Wählen Sie einen Zeitraum von höchstens {maximum, plural, one {# Tag} other {# Tagen}} aus.',
  range_order: 'Der Zeitraum darf nicht enden, bevor er beginnt.',
  reminders_escalation: 'Jede Erinnerung muss vor der Eskalation liegen.',
  reminders_order: 'Geben Sie die Erinnerungen in aufsteigender Reihenfolge ein.',
  reserved_word: '„{name}“ ist reserviert. Wählen Sie einen anderen Wert aus.',
  secret_day:
    'Nur ein geheimer Clientschlüssel hat diesen Tag. Der eines Zertifikats wird aus dem Zertifikat gelesen.',
  secret_spaces: 'Ein geheimer Clientschlüssel enthält keine Leerzeichen und keine Zeilenumbrüche.',
  sender_address: 'Bei dieser Art des Versands gibt es keine Absenderadresse.',
  sender_graph: 'Nur ein Mandant mit Microsoft 365 sendet über Microsoft Graph.',
  sender_member: 'Bei dieser Art des Versands gibt es diese Einstellung nicht.',
  sender_outbox: 'Nur eine Sandbox hat einen Postausgang.',
  sort_of_filter: 'Diese Reihenfolge erfordert den Filter, dessen Gruppen das Datum haben.',
  sort_of_search: 'Diese Reihenfolge erfordert eine Suche.',
  team_channels: 'Nur Teams können Kanäle haben.',
  team_settings: 'Nur Teams haben diese Einstellung.',
  text_length: 'Ein Text hat 1 bis {maximum, number} Zeichen.',
  time_zone: 'Geben Sie den Namen einer Zeitzone ein, zum Beispiel Europe/Berlin.',
};
