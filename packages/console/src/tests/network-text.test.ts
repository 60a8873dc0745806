// The causes of a failed connection are said in words, by the sentences that the service makes of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTranslator } from 'use-intl/core';
import { explainUnreachable } from '../../../service/src/outbound/unreachable.http.ts';
import { causeOf, directoryFailureText } from '../components/network-text.ts';
import { de } from '../messages/de/network.ts';
import { en } from '../messages/en/network.ts';

const translator = (locale: string, messages: typeof en | typeof de) =>
  createTranslator({ locale, timeZone: 'UTC', messages: messages as typeof en });
const [english, german] = [translator('en-US', en), translator('de-DE', de)];

const sentence = (code: string) =>
  `The endpoint cannot be reached: ${explainUnreachable(Object.assign(new Error(code), { code })).reason}.`;

test('each cause that the service explains has words in place of its code', () => {
  for (const [code, inEnglish, inGerman] of [
    ['ENOTFOUND', 'The host name can’t be found.', 'Der Hostname wurde nicht gefunden.'],
    ['EAI_AGAIN', 'The host name can’t be found.', 'Der Hostname wurde nicht gefunden.'],
    ['ECONNREFUSED', 'The host refused the connection.', 'Der Host hat die Verbindung abgelehnt.'],
    ['EHOSTUNREACH', en.noRoute, de.noRoute],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', en.certificate, de.certificate],
    ['ERR_TLS_CERT_ALTNAME_INVALID', en.certificate, de.certificate],
    ['UND_ERR_CONNECT_TIMEOUT', en.timeout, de.timeout],
    ['ETIMEDOUT', en.timeout, de.timeout],
    ['ECONNRESET', en.closed, de.closed],
  ] as const) {
    assert.equal(causeOf(english, sentence(code)), inEnglish, code);
    assert.equal(causeOf(german, sentence(code)), inGerman, code);
  }
  assert.equal(
    causeOf(german, 'The endpoint cannot be reached: the connection failed.'),
    undefined,
  );
});

test('a failed call of the directory is in the language of the page, and quotes what the directory said', () => {
  for (const [detail, text] of [
    [
      'Microsoft 365 cannot be reached at graph.microsoft.com: it refused the connection (ECONNREFUSED).',
      'graph.microsoft.com ist nicht erreichbar. Der Host hat die Verbindung abgelehnt.',
    ],
    [
      'Microsoft 365 cannot be reached at graph.microsoft.com: the proxy proxy.example:3128 cannot be reached: its name could not be resolved by DNS (ENOTFOUND).',
      'graph.microsoft.com ist nicht erreichbar. Der Proxy proxy.example:3128 ist nicht erreichbar. Der Hostname wurde nicht gefunden.',
    ],
    [
      'Microsoft 365 refused the request: “Resource is locked”.',
      'Microsoft 365 hat die Anforderung abgelehnt und meldet: “Resource is locked”',
    ],
    [
      'The connection may not read people: the Entra application lacks the permission User.Read.All, or consent to it.',
      'Der Anwendung fehlt die Berechtigung User.Read.All oder die Einwilligung dazu.',
    ],
    ['Something new.', 'Meldung des Diensts auf Englisch: Something new.'],
  ] as const) {
    assert.equal(directoryFailureText(german, detail), text);
  }
  assert.equal(directoryFailureText(english, 'Something new.'), 'Something new.');
});
