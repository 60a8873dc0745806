import type { en } from '../en/faults.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  empty: 'Dieses Feld darf nicht leer sein.',
  missing: 'Geben Sie einen Wert ein.',
  atLeast: 'Geben Sie mindestens {count, plural, one {# Zeichen} other {# Zeichen}} ein.',
  atMost: 'Geben Sie höchstens {count, plural, one {# Zeichen} other {# Zeichen}} ein.',
  between: 'Geben Sie einen Wert von {min} bis {max} ein.',
  notAPerson: 'Geben Sie eine E-Mail-Adresse oder eine Benutzer-ID ein.',
  personUnknown: '{person} ist nicht im Verzeichnis.',
  organisationUnknown: 'Es gibt keine Organisation mit diesem Namen oder Bezeichner.',
  templateUnknown: 'Die Organisation hat keine Vorlage mit diesem Namen oder Bezeichner.',
  deputyIsResponsible:
    'Die Stellvertretung und die verantwortliche Person müssen verschieden sein.',
  deputyRequired: 'Die Vorlage verlangt eine Stellvertretung.',
  tooFewOwners:
    'Die Vorlage verlangt mindestens {count, plural, one {# Besitzer} other {# verschiedene Besitzer}}, einschließlich der verantwortlichen Person und der Stellvertretung.',
  wholeNumber: 'Geben Sie eine ganze Zahl ein.',
  aliasReserved: 'Microsoft 365 reserviert diesen Alias. Wählen Sie einen anderen aus.',
  dots: 'Punkte im Alias müssen einzeln und zwischen anderen Zeichen stehen.',
};
