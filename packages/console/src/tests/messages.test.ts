// The texts of the admin center: every language has all of them, with the same arguments and tags, and no text is
// outside of the catalogues.
import assert from 'node:assert/strict';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import compile from 'icu-minify/compile';
import { createTranslator } from 'use-intl/core';
import { permissions } from '../../../service/src/access/sessions/permission.ts';
import { foreignPage, lackOf, refusals } from '../../../service/src/access/sessions/refusals.ts';
import { activityActions, publishedActions } from '../../../service/src/audit/activity.ts';
import { faultCodes, problemCodes } from '../../../service/src/ground/errors.ts';
import { operationSteps } from '../../../service/src/groups/change/operation-steps.ts';
import { plan } from '../../../service/src/engine/steps.ts';
import { dayOfMoment, followTenant, momentOfDay } from '../messages/tenant-day.ts';
import { dayIn, startOfDay } from '../messages/zoned-day.ts';
import { literalsIn, unreadKeys } from '../../check-literals.ts';
import { american } from '../messages/american.ts';
import { formatOf } from '../messages/format.ts';
import { languages, resolveLocale } from '../messages/locale.ts';
import { reasonKey } from '../messages/reason-key.ts';
import { refusalKey } from '../messages/refusal-key.ts';
import { type Translator, withIsolates } from '../messages/isolate-names.ts';
import { failureReasons } from '../components/request-states.ts';

interface Texts {
  readonly [key: string]: string | Texts;
}

const folder = fileURLToPath(new URL('../messages', import.meta.url));
const areas = readdirSync(join(folder, 'en')).filter((file) => file !== 'translation.ts');

async function textsOf(language: string, file: string): Promise<ReadonlyMap<string, string>> {
  const module = (await import(join(folder, language, file))) as Record<string, Texts>;
  const texts = module[language];
  assert.ok(texts, `${language}/${file} exports ${language}`);
  return new Map(leaves(texts, ''));
}

function leaves(texts: Texts, prefix: string): [string, string][] {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string'
      ? [[`${prefix}${key}`, text] as [string, string]]
      : leaves(text, `${prefix}${key}.`),
  );
}

/** The names of the arguments and tags of a message, and the kind of each, sorted. */
function argumentsOf(message: string): string[] {
  const found = new Set<string>();
  const visitAll = (nodes: readonly unknown[]): void => {
    for (const node of nodes) if (Array.isArray(node)) visit(node);
  };
  // An argument is [name, kind, options], where a plain one has no kind; a tag is [name, ...children].
  const visit = ([name, kind, ...rest]: readonly unknown[]): void => {
    const isTag = kind !== undefined && typeof kind !== 'number';
    found.add(`${String(name)}:${isTag ? 'tag' : String(kind ?? 'plain')}`);
    if (isTag) visitAll([kind, ...rest]);
    else
      for (const branch of Object.values(rest[0] ?? {}))
        if (Array.isArray(branch)) visitAll(branch);
  };
  const compiled = compile(message);
  if (Array.isArray(compiled)) visitAll(compiled);
  return [...found].sort();
}

test('each language has the same areas, keys, arguments and tags', async () => {
  for (const language of languages) {
    assert.deepEqual(
      readdirSync(join(folder, language)).filter((file) => file !== 'translation.ts'),
      areas,
    );
    for (const file of areas) {
      const [english, texts] = [await textsOf('en', file), await textsOf(language, file)];
      assert.deepEqual([...texts.keys()].sort(), [...english.keys()].sort(), `${language}/${file}`);
      for (const [key, text] of texts) {
        assert.notEqual(text.trim(), '', `${language}/${file}: ${key}`);
        assert.deepEqual(
          argumentsOf(text),
          argumentsOf(english.get(key) ?? ''),
          `${language}/${file}: ${key}`,
        );
      }
    }
  }
});

test('English is American, as in the admin centers of Microsoft', async () => {
  const british = /organis|cancelled|authoris|recognis|colour|behaviour|e-mail/i;
  for (const file of areas) {
    for (const [key, text] of await textsOf('en', file)) {
      const words = text.replaceAll(/\{\w+/g, '');
      assert.doesNotMatch(words, british, `en/${file}: ${key}`);
    }
  }
});

test('a sentence of the service is American, except for names of the API and quotations', () => {
  for (const [written, shown] of [
    ['The request was cancelled.', 'The request was canceled.'],
    ['Organisations and their e-mail addresses.', 'Organizations and their email addresses.'],
    ['a@b.example has no Teams licence.', 'a@b.example has no Teams license.'],
    ['The organisation energy has no templates.', 'The organization energy has no templates.'],
    ['Send organisationIdOrIdentifier.', 'Send organisationIdOrIdentifier.'],
    ['{{organisation}} is a placeholder.', '{{organisation}} is a placeholder.'],
    ['Call /organisations first.', 'Call /organisations first.'],
    ['The role lacks organisations:manage.', 'The role lacks organisations:manage.'],
    ['“Cancelled organisation” is taken.', '“Cancelled organisation” is taken.'],
  ] as const) {
    assert.equal(american(written), shown);
  }
});

test('each problem and each fault of the service has a text', async () => {
  for (const language of languages) {
    const texts = await textsOf(language, 'faults.ts');
    const keys = [
      ...problemCodes.map((code) => `problem.${code}`),
      ...faultCodes.map((code) => `code.${code}`),
    ];
    assert.deepEqual(
      keys.filter((key) => !texts.has(key)),
      [],
      language,
    );
  }
});

test('each step and each reason of a failure have a label, each entry of the audit log a verb, and each event a meaning', async () => {
  for (const language of languages) {
    const [problems, webhooks] = [
      await textsOf(language, 'problems.ts'),
      await textsOf(language, 'webhooks.ts'),
    ];
    const activity = await textsOf(language, 'activity.ts');
    assert.deepEqual(
      activityActions.filter((action) => !activity.has(`verbs.${action}`)),
      [],
      language,
    );
    const needed = [
      ...failureReasons.flatMap((code) => [`label.${code}`, `remedy.${code}`]),
      ...[...plan, ...operationSteps].map(({ name }) => `step.${name}`),
    ];
    assert.deepEqual(
      needed.filter((key) => !problems.has(key)),
      [],
      language,
    );
    const meanings = [...webhooks].filter(([key]) => key.startsWith('meanings.'));
    assert.deepEqual(
      meanings.map(([key]) => key).sort(),
      publishedActions.map((type) => `meanings.${type}`).sort(),
      language,
    );
    for (const [key, text] of meanings) assert.match(text, /^\p{Lu}.+\.$/u, `${language}: ${key}`);
  }
});

test('each refusal of a role or a limit has a text', async () => {
  const sentences = [
    ...Object.values(refusals),
    foreignPage('https://admin.example'),
    ...permissions
      .filter((permission) => permission !== 'view')
      .map((permission) => lackOf('template_editor', permission)),
  ];
  const keys = sentences.map((sentence) => refusalKey(sentence));
  const texts = await textsOf('en', 'refusals.ts');
  assert.deepEqual(new Set(keys), new Set(texts.keys()));
  assert.equal(refusalKey('A newer service says something else.'), undefined);
});

test('each reason that the service gives for what it does by itself has a text', async () => {
  const source = fileURLToPath(new URL('../../../service/src', import.meta.url));
  const files = globSync('{governance,groups}/**/*.ts', { cwd: source }).filter(
    (file) => !/\.(?:test|suite|schema|routes)\.ts$/.test(file),
  );
  const given = /(?:\breason(?: =|:| = .* \?\?)|withdraw\(\w+,) '([A-Z][^']*\.)'/g;
  const sentences = files.flatMap((file) =>
    [...readFileSync(join(source, file), 'utf8').matchAll(given)].map(
      ([, sentence = '']) => sentence,
    ),
  );
  const texts = await textsOf('en', 'reasons.ts');
  assert.deepEqual(
    sentences.filter((sentence) => reasonKey(sentence) === undefined),
    [],
  );
  assert.deepEqual(new Set(sentences.map(reasonKey)), new Set(texts.keys()));
  assert.equal(reasonKey('The project is over.'), undefined);
});

test('no text of several words is the same in two languages', async () => {
  const same: string[] = [];
  for (const language of languages.filter((one) => one !== 'en')) {
    for (const file of areas) {
      const english = await textsOf('en', file);
      for (const [key, text] of await textsOf(language, file)) {
        const words = text.match(/\p{L}{3,}/gu) ?? [];
        if (words.length > 3 && text === english.get(key)) same.push(`${language}/${file}: ${key}`);
      }
    }
  }
  assert.deepEqual(same, []);
});

test('the arguments of a message include those of its plurals, its selects and its tags', () => {
  assert.deepEqual(argumentsOf('plain'), []);
  assert.deepEqual(
    argumentsOf('{count, plural, one {<b>{name}</b>} other {# of {total, number}}}'),
    ['b:tag', 'count:2', 'name:plain', 'total:4'],
  );
});

test('a text in the source of a page is found, and what no person reads is not', () => {
  const source = [
    'import x from "Some module";',
    'const a = <p>Hello</p>;',
    'const b = <p aria-label="x close">{y}</p>;',
    'const c = { title: "Expires soon" };',
    'const d = on ? "Cancel" : `Delete ${name} now`;',
    'const e = <p className="big red box" data-kind="Any thing" title={t("saveIt")}>1</p>;',
    'const f = key === "Escape" || "application/json";',
    'throw new Error("There is no session here.");',
    'const g = "snake_case"; const h = "kebab-case";',
    '// no text: the name of a font',
    'const i = "Segoe UI Variable";',
  ].join('\n');
  const lines = literalsIn('x.tsx', source).map((fault) => Number(fault.split(':')[1]));
  assert.deepEqual(lines, [2, 3, 4, 5, 5]);
});

test('a text that no file reads is found', () => {
  const source =
    'const a = <p>{t("x") ? `${t(\'title\')}` : t(`kinds.${kind}`, { a: `${b}` })}</p>;';
  const texts = {
    title: 'A',
    lead: 'B',
    kinds: { one: 'C', two: { deep: 'D' } },
    of: { one: 'E' },
  };
  assert.deepEqual(unreadKeys(texts, [source]), ['lead', 'of.one']);
});

test('the account decides the language, then the browser, and English is the last', () => {
  const none = { language: null, timeZone: null };
  const of = (...args: Parameters<typeof resolveLocale>) => {
    const { language, tag, timeZone } = resolveLocale(...args);
    return [language, tag, timeZone].join(' ');
  };
  assert.equal(of(none, ['nb-NO', 'de-AT', 'en-GB'], 'Europe/Oslo'), 'de de-AT Europe/Oslo');
  assert.equal(of(none, ['nb-NO'], 'UTC'), 'en en UTC');
  // A system without a language, on which a browser makes up a tag that is none.
  assert.equal(of(none, ['en-US@posix'], 'UTC'), 'en en UTC');
  assert.equal(
    of({ language: 'en', timeZone: 'Asia/Tokyo' }, ['de-DE', 'en-GB'], 'UTC'),
    'en en-GB Asia/Tokyo',
  );
});

test('dates, times and numbers are written as in the locale, and a time names its zone', () => {
  const moment = '2026-11-22T23:30:00Z';
  const now = Date.parse('2026-11-23T02:30:00Z');
  const english = formatOf({ language: 'en', tag: 'en-US', timeZone: 'America/New_York' });
  const german = formatOf({ language: 'de', tag: 'de-DE', timeZone: 'Europe/Berlin' });
  const plain = (text: string) => text.replaceAll(/\s/g, ' ');
  assert.equal(plain(english.dateTime(moment)), 'Nov 22, 2026, 6:30 PM EST');
  assert.equal(plain(german.dateTime(moment)), '23. Nov. 2026, 00:30 MEZ');
  // A day is the same day in every zone.
  assert.equal(english.date('2026-11-22'), 'Nov 22, 2026');
  assert.deepEqual([plain(english.hour(14)), german.hour(8)], ['2:00 PM', '8:00']);
  assert.equal(english.relative(moment, now), '3 hours ago');
  assert.equal(german.relative(moment, now), 'vor 3 Stunden');
  assert.equal(german.relative(moment, Date.parse(moment) + 2_000), 'jetzt');
  assert.equal(english.period('P1Y6M'), '1 year, 6 months');
  assert.equal(german.period('P1Y6M'), '1 Jahr, 6 Monate');
  assert.equal(plain(english.duration(125_000)), '2 min 5 sec');
  assert.equal(plain(german.duration(3_456)), '3,5 Sek.');
  assert.equal(german.number(12_345.6), '12.345,6');
  assert.equal(plain(german.percent(0.953)), '95,3 %');
});

test('a day that a person picks is one of the tenant, at its hour, and its field shows it again', () => {
  for (const [timeZone, hour, at] of [
    ['UTC', 8, '2028-06-30T08:00:00.000Z'],
    ['Pacific/Honolulu', 8, '2028-06-30T18:00:00.000Z'],
    ['Pacific/Honolulu', 22, '2028-07-01T08:00:00.000Z'],
    ['Europe/Berlin', 0, '2028-06-29T22:00:00.000Z'],
    ['Pacific/Kiritimati', 1, '2028-06-29T11:00:00.000Z'],
  ] as const) {
    followTenant({ timeZone, hour });
    assert.equal(momentOfDay('2028-06-30'), at, timeZone);
    assert.equal(dayOfMoment(at), '2028-06-30', timeZone);
  }
  // A year that is being typed.
  assert.equal(dayOfMoment(momentOfDay('0002-06-30')), '0002-06-30');
  for (const text of ['30.06.2028', '2028-02-30', '2028-06-30T08:00:00Z', '']) {
    assert.equal(momentOfDay(text), text);
  }
  followTenant({ timeZone: 'UTC', hour: 8 });
});

test('a day begins at its first moment in its time zone, also when clocks change', () => {
  const begins: readonly (readonly [day: string, zone: string, at: string])[] = [
    ['2026-11-22', 'UTC', '2026-11-22T00:00'],
    ['2026-11-22', 'Europe/Berlin', '2026-11-21T23:00'],
    ['2026-11-22', 'America/Los_Angeles', '2026-11-22T08:00'],
    ['2026-11-22', 'Asia/Kathmandu', '2026-11-21T18:15'],
    // The days of the changes in the United States.
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00'],
    ['2026-11-01', 'America/New_York', '2026-11-01T04:00'],
    // Midnight is skipped in Santiago, and occurs twice in Havana.
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00'],
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00'],
  ];
  for (const [day, zone, at] of begins) {
    assert.equal(startOfDay(day, zone), `${at}:00.000Z`, `${day} in ${zone}`);
    assert.equal(dayIn(zone, Date.parse(`${at}:00Z`)), day);
    assert.notEqual(dayIn(zone, Date.parse(`${at}:00Z`) - 1), day);
  }
  assert.equal(startOfDay('2026-12-31', 'UTC', 1), '2027-01-01T00:00:00.000Z');
  assert.equal(startOfDay('2026-11-22T00:00:00Z', 'UTC'), undefined);
});

test('a day that is one in UTC is called so', async () => {
  for (const language of languages) {
    for (const [area, keys] of [
      ['activity', ['from', 'until']],
      ['batches', ['undoFrom', 'undoUntil']],
      ['people', ['responsibleOn']],
      ['reports', ['from', 'until']],
      ['requests', ['from', 'until']],
    ] as const) {
      const areaTexts = await textsOf(language, `${area}.ts`);
      for (const key of keys)
        assert.match(areaTexts.get(key) ?? '', /UTC\b/, `${language} ${area} ${key}`);
    }
  }
});

test('names from right to left are isolated in texts', () => {
  const messages = { failed: '{name} failed', rich: '<b>{name}</b> failed' };
  const translator = createTranslator({ locale: 'en', messages }) as unknown as Translator;
  const t = withIsolates(translator);
  assert.equal(t('failed', { name: 'שלום!' }), '\u2068שלום!\u2069 failed');
  assert.equal(t('failed', { name: 'Straße' }), 'Straße failed');
  const rich = t.rich('rich', { name: 'שלום', b: (text: unknown) => text });
  assert.match(JSON.stringify(rich), /\u2068שלום\u2069/);
  assert.ok(Object.hasOwn(t, 'has'));
});

test('no page reads the texts of a language that may not be loaded', () => {
  const home = join(folder, '..');
  const readers = readdirSync(home, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/^(?:tests|messages)\//.test(file))
    .filter((file) =>
      /\.texts\.(?:en|de)\b|^import \{[^}]*\} from '[^']*\/messages\/(?:en|de)\//m.test(
        readFileSync(join(home, file), 'utf8'),
      ),
    );
  // The build has this area in all languages: a file may have its headings in any of them.
  assert.deepEqual(readers, ['pages/groups/import/import-columns.ts']);
});
