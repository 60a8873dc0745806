// The sentences of faults in German come from their values. The faults are those that the rules of the service make.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTranslator } from 'use-intl/core';
import { checkAccess } from '../../../service/src/settings/api-keys/check-access.ts';
import {
  DomainError,
  faultRules,
  type FaultRule,
  type FieldError,
} from '../../../service/src/ground/errors.ts';
import { createValidatorCompiler } from '../../../service/src/http/validation.ts';
import { createTargetAddresses } from '../../../service/src/outbound/target-addresses.ts';
import { endpointUrlFaults } from '../../../service/src/events/webhooks/endpoint-url.ts';
import {
  blockedWordFaults,
  blockedWordInputFaults,
} from '../../../service/src/settings/naming/blocked-words.ts';
import { channelNameFaults } from '../../../service/src/settings/naming/channel-names.ts';
import { mailNicknameFaults } from '../../../service/src/settings/naming/mail-nickname.ts';
import { parseNamingPattern } from '../../../service/src/settings/naming/naming-pattern.ts';
import { identifierFaults } from '../../../service/src/settings/organisations/organisation-rules.ts';
import { readValue } from '../../../service/src/settings/naming/property-values.ts';
import { secretFormFaults } from '../../../service/src/settings/tenants/check-connection.ts';
import { tooManyOwners } from '../../../service/src/engine/resolve-people.step.ts';
import { errorsBeside } from '../components/errors-beside.ts';
import { type FaultTexts, valuedFaultText } from '../components/valued-fault-text.ts';
import { de as germanRules } from '../messages/de/fault-rules.ts';
import { de } from '../messages/de/faults.ts';
import { en as englishRules } from '../messages/en/fault-rules.ts';
import { en } from '../messages/en/faults.ts';

const translator = (
  locale: string,
  messages: typeof en | typeof de,
  rules: typeof englishRules | typeof germanRules,
): FaultTexts => ({
  t: createTranslator({ locale, timeZone: 'UTC', messages: messages as typeof en }),
  rules: createTranslator({
    locale,
    timeZone: 'UTC',
    messages: rules as typeof englishRules,
    onError(error) {
      throw error;
    },
  }),
  dateTime: (time) => `«${time}»`,
});
const german = translator('de-DE', de, germanRules);
const english = translator('en-US', en, englishRules);

const inGerman = (fault: FaultOfService) => valuedFaultText(german, fault, false);

type FaultOfService = Pick<FieldError, 'code' | 'detail' | 'values'>;

const count = { minimum: 1, maximum: 9 };
const body = {
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 3 },
    title: { type: 'string', minLength: 2 },
    count: { anyOf: [{ type: 'integer', ...count }, { type: 'null' }] },
    total: { type: 'integer', ...count },
    whole: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    least: { type: 'integer', minimum: 5 },
    kind: { anyOf: [{ const: 'team' }, { const: 'group' }] },
    list: { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 3 },
  },
};

function shapeFault(sent: object): FaultOfService {
  const result = createValidatorCompiler()({ schema: body, httpPart: 'body' })(sent);
  assert.ok(result !== true, 'the body has a fault');
  return only(result.error.faults);
}

function only<T>(faults: readonly T[] | undefined): T {
  const [fault, ...others] = faults ?? [];
  assert.ok(fault !== undefined && others.length === 0, `one fault, not ${faults?.length}`);
  return fault;
}

function rangeFault(range: string): FaultOfService {
  try {
    const limits = { organisationIds: null, templateIds: null, source: null };
    const access = { scopes: [], ...limits, ipRanges: [range] };
    checkAccess(access, { organisationIds: [], templates: [] }, undefined);
  } catch (error) {
    assert.ok(error instanceof DomainError);
    return only(error.faults);
  }
  throw new Error(`${range} is a range`);
}

function valueFault(value: string, declaration: Parameters<typeof readValue>[1]): FaultOfService {
  const { fault } = readValue(value, declaration);
  assert.ok(fault);
  return fault;
}

const name = 'abc';
const cases: readonly (readonly [fault: FaultOfService, text: string])[] = [
  [shapeFault({}), 'Geben Sie einen Wert ein.'],
  [shapeFault({ name: '' }), 'Geben Sie einen Wert ein.'],
  [shapeFault({ name, title: '' }), 'Geben Sie einen Wert ein.'],
  [shapeFault({ name, title: 'a' }), 'Geben Sie mindestens 2 Zeichen ein.'],
  [shapeFault({ name: 'abcd' }), 'Geben Sie höchstens 3 Zeichen ein.'],
  [shapeFault({ name, total: 10 }), 'Geben Sie einen Wert von 1 bis 9 ein.'],
  [shapeFault({ name, whole: -1 }), 'Geben Sie mindestens 0 ein.'],
  [shapeFault({ name, total: 1.5 }), 'Geben Sie eine ganze Zahl ein.'],
  [shapeFault({ name, count: 'x' }), 'Geben Sie eine ganze Zahl ein.'],
  [shapeFault({ name, least: 4 }), 'Geben Sie mindestens 5 ein.'],
  [shapeFault({ name, kind: 'x' }), 'Zulässig sind: team, group.'],
  [shapeFault({ name, list: ['a'] }), 'Geben Sie mindestens 2 Einträge ein.'],
  [shapeFault({ name, list: ['a', 'b', 'c', 'd'] }), 'Geben Sie höchstens 3 Einträge ein.'],
  [shapeFault({ name, Name: 'x' }), 'Der Dienst kennt „Name“ nicht. Meinten Sie „name“?'],
  [
    rangeFault('office'),
    '„office“ ist keine IP-Adresse und kein IP-Bereich. Beispiel: 192.0.2.0/24.',
  ],
  [
    rangeFault('192.0.2.9/24'),
    '„192.0.2.9/24“ ist kein gültiger Bereich. Meinten Sie 192.0.2.0/24?',
  ],
  [
    rangeFault('::ffff:192.0.2.9/120'),
    '„::ffff:192.0.2.9/120“ ist kein gültiger Bereich. Meinten Sie 192.0.2.0/24?',
  ],
  [only(mailNicknameFaults('a b')), 'Diese Zeichen sind nicht zulässig: U+0020'],
  [
    only(blockedWordFaults({ displayName: 'The CEO' }, ['ceo'])),
    'Der Name enthält das blockierte Wort „ceo“.',
  ],
  [only(channelNameFaults('a#b')), 'Diese Zeichen sind nicht zulässig: #'],
  [
    only(parseNamingPattern('{{ a }}').faults),
    '„{{ a }}“ ist kein Platzhalter. Meinten Sie {{a}}?',
  ],
  [
    only(parseNamingPattern('{{a|uper}}').faults),
    'Zulässig sind: alias, upper, lower, date, year, month. Meinten Sie „upper“?',
  ],
  [valueFault('12', { type: 'number', maximum: 9 }), 'Geben Sie höchstens 9 ein.'],
  [valueFault('x', { type: 'date' }), 'Geben Sie ein Datum wie 2026-12-31 ein.'],
  [
    valueFault('nort', { type: 'choice', choices: ['north', 'south'] }),
    'Zulässig sind: north, south. Meinten Sie „north“?',
  ],
  [
    valueFault('a1', { type: 'text', pattern: '[a-z]+' }),
    'Der Wert muss dem Muster [a-z]+ entsprechen.',
  ],
  [
    tooManyOwners(101),
    'Eine Gruppe kann höchstens 100 Besitzer haben, einschließlich der verantwortlichen Person, der Stellvertretung und der Standardbesitzer der Vorlage.',
  ],
];

test('German explains a fault by its values, without words of the English sentence', () => {
  for (const [fault, text] of cases) assert.equal(inGerman(fault), text, fault.detail);
});

test('German names the format of a text, without words of the English sentence', () => {
  for (const [sentence, text] of [
    ['must be a GUID', 'Geben Sie eine GUID ein.'],
    ['must be an e-mail address', 'Geben Sie eine E-Mail-Adresse ein.'],
    [
      'must be a user ID or an e-mail address',
      'Geben Sie eine E-Mail-Adresse oder eine Benutzer-ID ein.',
    ],
    [
      'must be 1 to 63 of the letters a to z, digits and inner hyphens',
      'Geben Sie höchstens 63 Zeichen ein: a bis z, Ziffern und, nicht am Rand, Bindestriche.',
    ],
    ['must be a duration such as P14D', 'Geben Sie eine Dauer wie P90D oder P1Y ein.'],
    ['must be a language tag such as de or en-US', 'Geben Sie eine Sprache wie de oder de-CH ein.'],
    [
      'must be manager, a user ID, an e-mail address, or group: with the ID or address of a group',
      'Geben Sie manager, eine E-Mail-Adresse, eine Benutzer-ID oder group: mit der Adresse oder ID einer Gruppe ein.',
    ],
    [
      'must have neither control characters nor spaces at its ends',
      'Entfernen Sie Zeilenumbrüche und Leerzeichen am Anfang und am Ende.',
    ],
    // Another one has the text of the code, which repeats nothing.
    ['must be a color', undefined],
  ] as const) {
    const fault = { code: 'pattern_mismatch', detail: `name ${sentence}.` } as const;
    assert.equal(inGerman(fault), text, sentence);
    assert.equal(valuedFaultText(english, fault, true), undefined, sentence);
  }
  assert.doesNotMatch(de.code.pattern_mismatch, /detail/);
});

test('German says what is wrong with an address, by the faults of the service', () => {
  const targets = createTargetAddresses([]);
  for (const [address, text] of [
    ['not an address', 'Geben Sie eine Adresse ein, die mit https:// beginnt.'],
    [
      'https://user:word@hooks.example/',
      'Entfernen Sie den Benutzernamen und das Kennwort aus der Adresse.',
    ],
    ['https://hooks.example/#part', 'Entfernen Sie den Teil der Adresse ab #.'],
  ] as const) {
    assert.equal(inGerman(only([...endpointUrlFaults(address, targets)])), text, address);
  }
});

test('a failure names each person once: in its sentence, or in the list below it', () => {
  const named = (person: string) => ({
    code: 'person_not_found',
    detail: `owners: ${person} is not in the directory.`,
    values: { person },
  });
  const errors = ['ada@x.example', 'bo@x.example'].map(named);
  const all = 'The directory does not know ada@x.example and bo@x.example.';
  assert.deepEqual(errorsBeside({ detail: all, errors }), []);
  const some = 'The directory does not know ada@x.example and 1 more.';
  assert.deepEqual(
    errorsBeside({ detail: some, errors }),
    errors.map(({ detail }) => detail),
  );
});

/** A rule without a text does not compile. */
const textsOfRules: Readonly<Record<FaultRule, string>> = germanRules;

test('German has a text for every rule of the service, and does not repeat its sentence', () => {
  assert.deepEqual(Object.keys(textsOfRules).sort(), [...faultRules].sort());
  const values = { name: '«n»', suggestion: '«s»', maximum: 345 };
  for (const rule of faultRules) {
    const detail = 'The sentence of the service.';
    for (const code of ['not_valid', 'not_allowed'] as const) {
      const fault = { code, detail, values: { rule, ...values } };
      const text = inGerman(fault);
      assert.ok(text !== undefined && !text.includes(detail) && !/[{}]/.test(text), rule);
      for (const [name, value] of Object.entries(values)) {
        assert.equal(text.includes(String(value)), textsOfRules[rule].includes(`{${name}`), rule);
      }
      // English shows the sentence of the service.
      assert.equal(valuedFaultText(english, fault, true), undefined, rule);
    }
  }
});

test('a rule of a newer service, or one whose text could not be loaded, has the text of its code', () => {
  const detail = 'The moon must be full.';
  const fault = { code: 'not_valid', detail, values: { rule: 'full_moon' } };
  assert.equal(valuedFaultText(german, fault, false), undefined);
  const known = { code: 'not_valid', detail, values: { rule: 'time_zone' } };
  assert.equal(valuedFaultText({ ...german, rules: undefined }, known, false), undefined);
});

test('German explains the rules that faults of the service name', () => {
  const [fault] = blockedWordInputFaults(['--']);
  assert.ok(fault);
  assert.equal(inGerman(fault), '„--“ enthält weder Buchstaben noch Ziffern.');
  assert.equal(
    inGerman(only(identifierFaults('a_b'))),
    'Geben Sie höchstens 63 Zeichen ein: a bis z, Ziffern und, nicht am Rand, Bindestriche.',
  );
  assert.match(
    inGerman(only(identifierFaults('0b0e5a0a-3c0e-7a50-8a49-1c2d3e4f5a6b'))) ?? '',
    /wie eine GUID/,
  );
  assert.match(inGerman(only(secretFormFaults('secret', 'a b'))) ?? '', /keine Leerzeichen/);
  assert.match(inGerman(only(secretFormFaults('certificate', 'x'))) ?? '', /PEM-Datei/);
});

test('no fault names a setting of the operator to an administrator', () => {
  const refused = {
    code: 'address_refused',
    detail: 'Webhooks may not reach 10.0.0.1: WEBHOOK_NETWORKS does not list it.',
    values: { name: '10.0.0.1' },
  };
  assert.equal(
    valuedFaultText(english, refused, true),
    'The service may not call this address. Only your operator can allow it.',
  );
});

test('no text is made from values that are absent', () => {
  for (const [{ code, detail }] of cases) {
    assert.equal(inGerman({ code, detail }), undefined, code);
    assert.equal(valuedFaultText(english, { code, detail }, true), undefined, code);
  }
});
