// A digest as plain text and as HTML. The HTML has no image, no script and no address but the links, so it reads the
// same when a mail program blocks remote content.
import { escapeHtml, htmlEnd } from '../../ground/html.ts';
import type { Digest } from './digest.ts';

export interface RenderedDigest {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export function renderDigest(digest: Digest): RenderedDigest {
  return { subject: digest.subject, text: textOf(digest), html: htmlOf(digest) };
}

function textOf({ intro, sections, reminder, overview, footer }: Digest): string {
  const lines: string[] = intro.length === 0 ? [] : [...intro, ''];
  for (const { heading, entries, more } of sections) {
    lines.push(heading, '='.repeat(heading.length), '');
    for (const entry of entries) {
      lines.push(entry.isReminder ? `${entry.heading} (${reminder})` : entry.heading);
      lines.push(entry.sentence);
      if (entry.link !== undefined) lines.push(`${entry.link.label}:`, entry.link.url);
      lines.push('');
    }
    if (more !== undefined) lines.push(more, '');
  }
  lines.push(`${overview.label}:`, overview.url, '', '-- ', ...footer, '');
  return lines.join('\n');
}

const styles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 0; background: #f4f5f7; color: #1c2430; }
.page { max-width: 600px; margin: 0 auto; padding: 16px; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif; }
h1 { font-size: 18px; line-height: 1.3; margin: 24px 0 12px; }
.card { background: #ffffff; border: 1px solid #d8dde5; border-radius: 8px; padding: 16px; margin: 0 0 12px; }
h2 { font-size: 16px; line-height: 1.4; margin: 0 0 4px; overflow-wrap: anywhere; }
p { margin: 0 0 12px; overflow-wrap: anywhere; }
.card p { margin: 0; }
.mark { font-size: 13px; font-weight: 600; color: #8a4b00; }
.button { display: inline-block; margin-top: 12px; padding: 10px 18px; border-radius: 6px; background: #1f5fbf; color: #ffffff; font-weight: 600; text-decoration: none; }
.plain { color: #1f5fbf; }
.foot { font-size: 13px; line-height: 1.5; color: #5a6473; border-top: 1px solid #d8dde5; margin-top: 24px; padding-top: 12px; }
@media (prefers-color-scheme: dark) {
  body { background: #12161c !important; color: #e6eaf0 !important; }
  .card { background: #1b212a !important; border-color: #36404d !important; }
  .mark { color: #f0b266 !important; }
  .button { background: #8fb8ff !important; color: #0b1a33 !important; }
  .plain { color: #8fb8ff !important; }
  .foot { color: #a3adba !important; border-color: #36404d !important; }
}
`;

function htmlOf({
  language,
  subject,
  intro,
  sections,
  reminder,
  overview,
  footer,
}: Digest): string {
  const body = sections
    .map(
      ({ heading, entries, more }) => `<h1>${escapeHtml(heading)}</h1>
${entries
  .map(
    (entry) => `<div class="card">
${entry.isReminder ? `<p class="mark">${escapeHtml(reminder)}</p>\n` : ''}<h2>${escapeHtml(entry.heading)}</h2>
<p>${escapeHtml(entry.sentence)}</p>${
      entry.link === undefined
        ? ''
        : `
<a class="button" href="${escapeHtml(entry.link.url)}">${escapeHtml(entry.link.label)}</a>`
    }
</div>`,
  )
  .join('\n')}${more === undefined ? '' : `\n<p>${escapeHtml(more)}</p>`}`,
    )
    .join('\n');
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${styles}</style>
</head>
<body>
<div class="page">
${intro.map((line) => `<p>${escapeHtml(line)}</p>\n`).join('')}${body}
<p><a class="plain" href="${escapeHtml(overview.url)}">${escapeHtml(overview.label)}</a></p>
<div class="foot">
${footer.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}
</div>
</div>
${htmlEnd}`;
}
