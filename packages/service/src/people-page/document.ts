// The document of the decision page, the same for every link: the token is behind the # of its address, which no server
// sees. It shows nothing of a group until its script has read the question, and it decides nothing by itself.
import { createHash } from 'node:crypto';
import { escapeHtml, htmlEnd } from '../ground/html.ts';
import type { PageTexts } from './texts/texts.ts';

const style = `
:root{color-scheme:light dark;--text:#1b1f24;--soft:#57606a;--line:#d0d7de;--back:#f6f8fa;--card:#fff;--accent:#0b5cad;--on-accent:#fff;--chosen:#e8f1fb;--bad:#b42318}
@media(prefers-color-scheme:dark){:root{--text:#e6edf3;--soft:#9da7b3;--line:#3d444d;--back:#0d1117;--card:#161b22;--accent:#6cb6ff;--on-accent:#0d1117;--chosen:#152a41;--bad:#ff8f85}}
*{box-sizing:border-box}
[hidden]{display:none!important}
body{margin:0;min-height:100vh;background:var(--back);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{max-width:38rem;margin:0 auto;padding:1rem .75rem 3rem}
@media(min-width:40rem){main{padding:3rem 1rem}}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1.25rem}
@media(min-width:40rem){.card{padding:2rem}}
h1{font-size:1.375rem;line-height:1.3;margin:0 0 .5rem;overflow-wrap:anywhere}
p{margin:0 0 .75rem}
.soft,.hint{color:var(--soft)}
.hint{display:block;font-size:.875rem}
dl{display:grid;grid-template-columns:minmax(6rem,max-content) 1fr;gap:.375rem 1rem;margin:1.25rem 0;padding:1rem 0;border:solid var(--line);border-width:1px 0}
dt{color:var(--soft)}
dd{margin:0;overflow-wrap:anywhere}
@media(max-width:26rem){dl{display:block}dd{margin:0 0 .5rem}}
fieldset{border:0;margin:0 0 1rem;padding:0;min-width:0}
legend{font-weight:600;padding:0;margin-bottom:.5rem}
.choice{display:flex;gap:.75rem;align-items:flex-start;border:1px solid var(--line);border-radius:8px;padding:.75rem;margin-bottom:.5rem;cursor:pointer}
.choice:has(:checked){border-color:var(--accent);background:var(--chosen)}
.choice input{width:1.25rem;height:1.25rem;margin:.125rem 0 0;accent-color:var(--accent);flex:none}
.choice>span{overflow-wrap:anywhere;min-width:0}
.person{border-top:1px solid var(--line);padding-top:.75rem;margin-bottom:.5rem}
.person legend{float:left;width:100%;overflow-wrap:anywhere}
.answers{clear:both;display:grid;grid-template-columns:repeat(auto-fit,minmax(6.5rem,1fr));gap:.5rem}
.field{display:block;margin:0 0 1rem}
.field>span{display:block;font-weight:600;margin-bottom:.25rem}
input[type=email],input[type=text],textarea{width:100%;font:inherit;color:inherit;background:var(--card);border:1px solid var(--soft);border-radius:8px;padding:.625rem .75rem}
textarea{min-height:5rem;resize:vertical}
button{font:inherit;font-weight:600;border:0;border-radius:8px;padding:.75rem 1.25rem;min-height:2.75rem;width:100%;background:var(--accent);color:var(--on-accent);cursor:pointer}
@media(min-width:40rem){button{width:auto}}
button:disabled{opacity:.6;cursor:default}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
h2{font-size:1.125rem;line-height:1.4;margin:1.5rem 0 .5rem}
h3{font-size:1rem;line-height:1.4;margin:0;overflow-wrap:anywhere}
.list{list-style:none;margin:0;padding:0}
.list>li{border:1px solid var(--line);border-radius:8px;padding:.75rem;margin-bottom:.5rem}
.list p{margin:0;overflow-wrap:anywhere}
.list button{margin-top:.75rem}
.facts{display:flex;flex-wrap:wrap;gap:0 1rem;list-style:none;margin:.25rem 0 0;padding:0}
.contact{margin:1rem 0 0;overflow-wrap:anywhere}
.bad{color:var(--bad);font-weight:600}
`;

const styleHash = createHash('sha256').update(style).digest('base64');

export const decisionPagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'sha256-${styleHash}'`,
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The document has the language of the browser, until the script knows that of the person. */
export function documentIn(texts: PageTexts): string {
  const t = (
    name:
      | 'title'
      | 'loading'
      | 'noScript'
      | 'refusedTitle'
      | 'refused'
      | 'failed'
      | 'retry'
      | 'signInTitle'
      | 'signIn'
      | 'signInButton'
      | 'signInFailed',
  ) => escapeHtml(texts[name]);
  return `<!doctype html>
<html lang="${texts.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex,nofollow">
<title>${t('title')}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
<script type="module" src="decide/page.js"></script>
</head>
<body>
<main>
<div class="card">
<div id="loading" role="status"><noscript>${t('noScript')}</noscript><p class="soft" id="loading-text" hidden>${t('loading')}</p></div>
<div id="refused" hidden><h1>${t('refusedTitle')}</h1><p>${t('refused')}</p></div>
<div id="failed" hidden><h1>${t('title')}</h1><p>${t('failed')}</p><button type="button" id="retry">${t('retry')}</button></div>
<div id="sign-in" hidden><h1>${t('signInTitle')}</h1><p id="sign-in-decision">${t('signIn')}</p><p id="sign-in-mine" hidden>${escapeHtml(texts.mine.signIn)}</p><p class="bad" role="alert" id="sign-in-failed" hidden>${t('signInFailed')}</p><button type="button" id="sign-in-button">${t('signInButton')}</button></div>
<div id="done" hidden><h1 tabindex="-1"></h1><p></p><button type="button" id="back" hidden>${escapeHtml(texts.mine.back)}</button></div>
<div id="mine" hidden>
<h1 id="mine-title"></h1>
<p class="soft" id="signed-in-as"></p>
<h2 id="mine-tasks-title"></h2>
<ul class="list" id="mine-tasks"></ul>
<h2 id="mine-groups-title"></h2>
<ul class="list" id="mine-groups"></ul>
<p class="soft" id="mine-more" hidden></p>
</div>
<form id="form" hidden novalidate>
<p id="greeting"></p>
<h1 id="question"></h1>
<p id="explanation" class="soft"></p>
<dl id="facts"></dl>
<fieldset><legend id="choices"></legend><div id="options"></div></fieldset>
<fieldset id="people" hidden><legend></legend><div></div></fieldset>
<label class="field" id="person" hidden><span></span><input type="email" name="person" autocomplete="off" maxlength="320"></label>
<label class="field" id="display-name" hidden><span></span><input type="text" name="displayName" autocomplete="off" maxlength="256" dir="auto"></label>
<label class="field" id="reason"><span></span><textarea name="reason" maxlength="1000" dir="auto"></textarea></label>
<p class="soft" id="due-by" hidden></p>
<p class="bad" role="alert" id="problem" hidden></p>
<button type="submit" id="send"></button>
<p class="soft contact" id="contact" hidden></p>
</form>
</div>
</main>
${htmlEnd}`;
}
