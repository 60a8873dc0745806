// The words of digests: each kind of notice in each language, as plain text and as HTML without images.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escapeHtml } from '../../ground/html.ts';
import { languages, type Language } from '../../settings/tenants/notice-settings.ts';
import { composeDigest, type DigestNotice } from './digest.ts';
import { taskKinds } from '../tasks/task.ts';
import { isQuestion, newsKinds, type NoticeFacts } from './notice.ts';
import { renderDigest } from './render-digest.ts';
import { composeTestMessage } from './single-message.ts';

const link = 'https://groups.example/decide#token';
const kinds = [...taskKinds, ...newsKinds];
const full: Required<NoticeFacts> = {
  dueAt: '2027-05-03T06:00:00Z',
  deletesAt: '2027-07-01T06:00:00Z',
  unanswered: 'archive',
  reminder: 1,
  person: 'Mara <Keller>',
  count: 7,
  reason: 'The alias is taken.',
  isDeputy: true,
  address: 'hooks.example',
};

function inputOf(language: Language) {
  const common = { language, timeZone: 'Europe/Berlin', tenantName: 'Contoso & Söhne' };
  const overviewUrl = 'https://groups.example/decide?tenant=t';
  return { ...common, contact: 'help@contoso.example', overviewUrl, linkOf: () => link };
}

function render(language: Language, notices: readonly DigestNotice[]) {
  const digest = composeDigest({ ...inputOf(language), notices });
  return { digest, ...renderDigest(digest) };
}

function noticeOf(kind: DigestNotice['kind'], data: NoticeFacts, teamId = 'team'): DigestNotice {
  return { kind, teamId, taskId: 'task', displayName: 'R&D "Aare"', data };
}

for (const language of languages) {
  test(`every notice in ${language} reads the same as plain text and as HTML without images`, () => {
    for (const kind of kinds) {
      for (const data of [full, {}]) {
        const { digest, subject, text, html } = render(language, [noticeOf(kind, data)]);
        const [entry] = digest.sections.flatMap(({ entries }) => entries);
        assert.ok(entry);
        const { sections, overview, footer } = digest;
        const lines = [entry.heading, entry.sentence, overview.label, overview.url, ...footer];
        const headings = sections.map(({ heading }) => heading);
        const asked = isQuestion(kind) ? [link, entry.link?.label ?? assert.fail(kind)] : [];
        for (const line of [...headings, ...lines, ...asked]) {
          assert.ok(line.length > 3, `${kind}: ${line}`);
          assert.ok(text.includes(line), `${kind}: the text has no “${line}”`);
          assert.ok(html.includes(escapeHtml(line)), `${kind}: the HTML has no “${line}”`);
        }
        assert.doesNotMatch(html, /<(?:img|picture|svg|script|iframe|link|form)\b|url\(|\bsrc=/i);
        assert.match(html, new RegExp(`<html lang="${language}">`));
        assert.ok(subject.length > 3 && !/[\r\n]/.test(subject));
        if (data === full) assert.doesNotMatch(`${subject}\n${text}`, /undefined|null|NaN|\$\{/);
      }
    }
  });
}

test('no language has a sentence of another one', () => {
  for (const kind of kinds) {
    const sentences = languages.map(
      (language) => render(language, [noticeOf(kind, full)]).digest.sections[0]?.entries[0],
    );
    const distinct = new Set(sentences.map((entry) => entry?.sentence));
    assert.equal(distinct.size, languages.length, kind);
  }
});

test('a digest of several groups counts them in its subject, and a test message has both parts', () => {
  for (const language of languages) {
    const many = kinds.map((kind, n) => noticeOf(kind, full, `team-${n}`));
    const { subject, text } = render(language, many);
    assert.match(subject, new RegExp(`\\b${taskKinds.length}\\b`));
    assert.equal(text.split(link).length - 1, taskKinds.length);
    const { linkOf: _, ...input } = inputOf(language);
    const message = renderDigest(composeTestMessage(input));
    assert.ok(message.text.includes('Contoso & Söhne'));
    assert.ok(message.html.includes(escapeHtml('Contoso & Söhne')));
  }
});

test('each person who does not accept a role in a group is named, and each fact once', () => {
  const declined = (person: string, isDeputy: boolean) =>
    noticeOf('not_accepted', { person, isDeputy, reason: 'No time.' });
  const { text } = render('en', [
    declined('Mara', false),
    declined('Tomas', true),
    declined('Tomas', true),
    noticeOf('renew', { ...full, reminder: 0 }),
    noticeOf('renew', full),
  ]);
  assert.equal(text.match(/Mara does not want/g)?.length, 1, text);
  assert.equal(text.match(/Tomas does not want/g)?.length, 1, text);
  assert.equal(text.split(link).length - 1, 1);
});

test('custom texts of the tenant are in both parts of a message in their language, escaped, and replace no fact', () => {
  const texts = {
    en: {
      subject: '[Contoso IT]',
      intro: 'Good morning,\nthe <b>group office</b> asks you:',
      footer: 'See you soon.',
      contact: 'Call extension 4711.',
    },
  };
  const of = (language: Language) =>
    renderDigest(
      composeDigest({ ...inputOf(language), texts, notices: [noticeOf('renew', full)] }),
    );
  const { subject, text, html } = of('en');
  assert.equal(subject, '[Contoso IT] Do you still need “R&D "Aare"”?');
  assert.ok(text.startsWith('Good morning,\nthe <b>group office</b> asks you:\n\nYour decision'));
  assert.ok(text.includes('-- \nSee you soon.\n') && text.includes('\nCall extension 4711.\n'));
  assert.ok(!text.includes('help@contoso.example'));
  assert.ok(text.includes('This group expires on May 3, 2027') && text.includes(link));
  assert.ok(html.includes(`<p>${escapeHtml('the <b>group office</b> asks you:')}</p>`));
  assert.ok(html.includes('<p>Call extension 4711.</p>') && !html.includes('<b>group'));
  const german = of('de');
  assert.ok(!german.text.includes('Contoso IT') && !german.text.includes('4711'));
});

test('names from right to left are isolated in every sentence, and joiners of words and emoji stay', () => {
  const displayName = 'פרויקט 4711!';
  const isolated = `\u2068${displayName}\u2069`;
  for (const language of languages) {
    const person = 'می\u200cخواهم 👩\u200d💻';
    const notice = { ...noticeOf('not_accepted', { ...full, person }), displayName };
    const { subject, text, html } = render(language, [notice]);
    assert.ok(subject.includes(isolated), subject);
    for (const part of [text, html]) {
      assert.ok(part.includes(isolated), part);
      assert.ok(part.includes(`\u2068${person}\u2069`), part);
    }
  }
  const { text } = render('en', [noticeOf('renew', full)]);
  assert.ok(!/[\u2066-\u2069]/.test(text));
});
