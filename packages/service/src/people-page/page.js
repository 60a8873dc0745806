// The script of the decision page. It reads the token from the fragment, asks what the question is, which changes
// nothing, and sends a decision only when somebody has chosen one and pressed the button.
import { showMine } from './show-mine.js';

const byId = (id) => document.getElementById(id);
const tokenKey = 'groupwright-decision';
const tenantKey = 'groupwright-tenant';
let token = location.hash.slice(1);
/** After a sign-in, a task that was chosen under "My groups". */
let taskId;
/** Whose groups the page without a token shows; undefined: those of the person who is signed in. */
let tenantId = new URLSearchParams(location.search).get('tenant') ?? undefined;
let question;

const credential = () => (taskId === undefined ? { token } : { taskId });

/** Addresses next to the page, wherever it is. */
const post = (path, body) =>
  fetch(new URL(`decide/${path}`, location.href), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    referrerPolicy: 'no-referrer',
  });

function show(id) {
  for (const part of ['loading', 'refused', 'failed', 'sign-in', 'done', 'form', 'mine']) {
    byId(part).hidden = part !== id;
  }
}

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** Whether the answer is the expected one; shows what else it is. */
async function read(answer) {
  if (answer.ok) return answer.json();
  const { code } = await answer.json().catch(() => ({}));
  if (code === 'link_not_valid') show('refused');
  else throw new Error(String(answer.status));
  return undefined;
}

async function begin() {
  show('loading');
  byId('loading-text').hidden = false;
  // A visit to the sign-in provider loses the fragment.
  const query = new URLSearchParams(location.search);
  if (token === '' && query.has('signed-in')) token = sessionStorage.getItem(tokenKey) ?? '';
  if (query.has('signed-in')) {
    tenantId = sessionStorage.getItem(tenantKey) ?? undefined;
    history.replaceState(null, '', `${location.pathname}${token === '' ? '' : `#${token}`}`);
  }
  sessionStorage.removeItem(tokenKey);
  byId('sign-in-failed').hidden = query.get('signed-in') !== 'failed';
  try {
    if (token === '' && taskId === undefined) {
      await showMine({ byId, element, read, post, show }, tenantId, openTask);
      return;
    }
    const answer = await read(await post('look', credential()));
    if (answer === undefined) return;
    if (answer.signIn) {
      show('sign-in');
      return;
    }
    question = answer.question;
    render();
  } catch {
    show('failed');
  }
}

/** Of the tasks of a person who signed in. */
function openTask(chosen) {
  taskId = chosen;
  void begin();
}

function backToMine() {
  taskId = undefined;
  void begin();
}

function render() {
  const { labels } = question;
  document.documentElement.lang = question.language;
  document.title = labels.title;
  byId('greeting').textContent = question.greeting ?? '';
  byId('greeting').hidden = question.greeting === null;
  byId('question').textContent = question.question;
  byId('explanation').textContent = question.explanation;
  byId('due-by').textContent = question.dueBy ?? '';
  byId('due-by').hidden = question.dueBy === null;
  byId('contact').textContent = question.contact ?? '';
  byId('contact').hidden = question.contact === null;
  byId('choices').textContent = labels.choices;
  byId('send').textContent = labels.send;
  byId('refused').querySelector('h1').textContent = labels.refusedTitle;
  byId('refused').querySelector('p').textContent = labels.refused;
  byId('facts').replaceChildren(
    ...question.facts.flatMap(({ label, value }) => [
      element('dt', { textContent: label }),
      element('dd', { textContent: value, dir: 'auto' }),
    ]),
  );
  byId('options').replaceChildren(
    ...question.options.map(({ decision, label, hint }) =>
      choice({ type: 'radio', name: 'decision', value: decision, onchange: ask }, label, hint),
    ),
  );
  byId('person').querySelector('span').textContent = labels.person;
  byId('person').querySelector('input').placeholder = labels.personHint;
  byId('display-name').querySelector('span').textContent = labels.displayName;
  byId('people').querySelector('legend').textContent = labels.people;
  ask();
  show('form');
}

function choice(input, label, hint) {
  const text = element('span', {}, element('span', { textContent: label }));
  if (hint !== '') text.append(element('span', { className: 'hint', textContent: hint }));
  return element('label', { className: 'choice' }, element('input', input), text);
}

const chosen = () =>
  question.options.find(({ decision }) => decision === new FormData(byId('form')).get('decision'));

/** One person of a review, with the possible decisions. */
function personFieldset({ name, role }, n) {
  const legend = element('legend', {}, element('span', { textContent: name, dir: 'auto' }));
  if (role !== '') legend.append(element('span', { className: 'hint', textContent: role }));
  const choices = question.decisions.map(({ value, label }) =>
    choice({ type: 'radio', name: `person-${n}`, value }, label, ''),
  );
  return element(
    'fieldset',
    { className: 'person' },
    legend,
    element('div', { className: 'answers' }, ...choices),
  );
}

/** Shows the fields of the chosen option. */
function ask() {
  const { labels, people } = question;
  const option = chosen();
  byId('problem').hidden = true;
  const asksPerson = option?.asks === 'person';
  const asksDecisions = option?.asks === 'decisions';
  byId('person').hidden = !asksPerson;
  byId('display-name').hidden = option?.asks !== 'display_name';
  byId('people').hidden = people.length === 0 || !(asksPerson || asksDecisions);
  byId('people')
    .querySelector('div')
    .replaceChildren(
      ...people.map((person, n) => {
        const { value, name } = person;
        return asksDecisions
          ? personFieldset(person, n)
          : choice(
              {
                type: 'radio',
                name: 'suggestion',
                value,
                onchange: () => {
                  byId('person').querySelector('input').value = value;
                },
              },
              name,
              '',
            );
      }),
    );
  byId('reason').querySelector('span').textContent =
    option?.reason === 'required' ? labels.reasonRequired : labels.reason;
}

function complain(text) {
  byId('problem').textContent = text;
  byId('problem').hidden = false;
}

/** The text of a field. */
const valueOf = (name) => byId('form').elements.namedItem(name).value.trim();

async function send(event) {
  event.preventDefault();
  const { labels } = question;
  const form = new FormData(byId('form'));
  const option = chosen();
  const reason = valueOf('reason');
  const person = valueOf('person');
  if (option === undefined) return complain(labels.missingChoice);
  if (option.asks === 'person' && person === '') return complain(labels.missingPerson);
  const decisions = question.people.map(({ personId }, n) => ({
    personId,
    decision: form.get(`person-${n}`),
  }));
  const isUndecided = ({ decision }) => decision === null;
  if (option.asks === 'decisions' && decisions.some(isUndecided)) {
    return complain(labels.missingDecisions);
  }
  if (option.reason === 'required' && reason === '') return complain(labels.missingReason);
  const button = byId('send');
  button.disabled = true;
  button.textContent = labels.sending;
  byId('problem').hidden = true;
  try {
    const response = await post('decision', {
      ...credential(),
      decision: option.decision,
      ...(reason !== '' && { reason }),
      ...(option.asks === 'person' && { person }),
      ...(option.asks === 'decisions' && { decisions }),
      ...(option.asks === 'display_name' && { displayName: valueOf('displayName') }),
    });
    if (response.status === 422 || response.status === 409) {
      complain((await response.json()).detail);
      return undefined;
    }
    if ((await read(response)) === undefined) return undefined;
    byId('done').querySelector('h1').textContent = labels.doneTitle;
    byId('done').querySelector('p').textContent = labels.done;
    byId('back').hidden = taskId === undefined;
    show('done');
    byId('done').querySelector('h1').focus();
  } catch {
    complain(labels.failed);
  } finally {
    button.disabled = false;
    button.textContent = labels.send;
  }
  return undefined;
}

async function signIn() {
  byId('sign-in-failed').hidden = true;
  try {
    const answer = await read(await post('sign-in', token === '' ? { tenantId } : { token }));
    if (answer === undefined) return;
    sessionStorage.setItem(tokenKey, token);
    if (tenantId === undefined) sessionStorage.removeItem(tenantKey);
    else sessionStorage.setItem(tenantKey, tenantId);
    location.assign(answer.url);
  } catch {
    byId('sign-in-failed').hidden = false;
  }
}

byId('form').addEventListener('submit', (event) => void send(event));
byId('retry').addEventListener('click', () => void begin());
byId('back').addEventListener('click', backToMine);
byId('sign-in-button').addEventListener('click', () => void signIn());
// A second link in the same tab changes the fragment only.
addEventListener('hashchange', () => {
  token = location.hash.slice(1);
  taskId = undefined;
  void begin();
});
void begin();
