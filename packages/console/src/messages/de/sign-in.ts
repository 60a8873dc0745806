import type { en } from '../en/sign-in.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  title: 'Anmelden',
  signingIn: 'Sie werden angemeldet',
  refused: {
    not_begun:
      'Diese Anmeldung wurde nicht in diesem Browser gestartet oder hat zu lange gedauert. Beginnen Sie von vorn.',
    not_confirmed: 'Der Anmeldeanbieter hat die Anmeldung nicht bestätigt. Beginnen Sie von vorn.',
    no_email: 'Der Anmeldeanbieter hat keine bestätigte E-Mail-Adresse für Sie gesendet.',
    other_account:
      'Ihre E-Mail-Adresse gehört einem Administrator, der sich zuvor mit einem anderen Konto angemeldet hat. Bitten Sie einen Administrator dieses Mandanten, dieses Konto zurückzusetzen.',
    not_listed:
      'Sie haben sich angemeldet, sind aber kein Administrator dieses Mandanten. Bitten Sie einen Administrator, Sie hinzuzufügen.',
    unavailable:
      'Der Anmeldeanbieter hat eine unerwartete Antwort gesendet. Versuchen Sie es später erneut.',
    other: 'Fehler bei der Anmeldung.',
  },
  signedOut: 'Sie sind abgemeldet.',
  continueWith: 'Weiter mit {provider}',
  byLink:
    'Melden Sie sich mit einem einmaligen Link an. Bitten Sie Ihren Betreiber, Folgendes auszuführen:',
  orByLink:
    'Oder melden Sie sich mit einem einmaligen Link an. Bitten Sie Ihren Betreiber, Folgendes auszuführen:',
  command: 'Befehl für einen Anmeldelink',
  whichTenant: 'Welcher Mandant?',
  tenantLead:
    'Die Adresse Ihres Admin Centers endet mit Ihrer Mandanten-ID. Ihr Betreiber kennt sie.',
  tenantId: 'Mandanten-ID',
  tenantFault:
    'Eine Mandanten-ID ist eine GUID, zum Beispiel 0198b0aa-3f0b-7c44-9b0e-5a2d4c1f7e10.',
};
