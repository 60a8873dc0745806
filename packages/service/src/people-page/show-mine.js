// "My groups": the page without a token, for a person who signed in. It lists the open tasks and the groups of the
// person. Nothing is decided here: each task opens its question on the same page.

function groupItem({ element }, group) {
  const facts = group.facts.map((text) => element('li', { textContent: text }));
  return element(
    'li',
    {},
    element('h3', { textContent: group.name, dir: 'auto' }),
    element('p', { className: 'soft', textContent: group.alias }),
    element('ul', { className: 'facts' }, ...facts),
  );
}

function taskItem({ element }, { taskId, question: text, dueBy }, decide, openTask) {
  const id = `task-${taskId}`;
  const button = element('button', {
    type: 'button',
    textContent: decide,
    onclick: () => openTask(taskId),
  });
  // The same word on each button: the question says which one it is.
  button.setAttribute('aria-describedby', id);
  const parts = [element('h3', { id, textContent: text })];
  if (dueBy !== null) parts.push(element('p', { className: 'soft', textContent: dueBy }));
  return element('li', {}, ...parts, button);
}

/**
 * Shows the person's page, or the sign-in before it.
 * @param page the functions of page.js
 */
export async function showMine(page, tenantId, openTask) {
  const { byId, read, post, show } = page;
  const body = tenantId === undefined ? {} : { tenantId };
  const answer = await read(await post('mine', body));
  if (answer === undefined) return;
  if (answer.signIn) {
    byId('sign-in-decision').hidden = true;
    byId('sign-in-mine').hidden = false;
    show('sign-in');
    return;
  }
  const { labels, language, tasks, groups, more } = answer.mine;
  document.documentElement.lang = language;
  document.title = labels.title;
  byId('mine-title').textContent = labels.title;
  byId('signed-in-as').textContent = labels.signedInAs;
  byId('mine-tasks-title').textContent = tasks.length > 0 ? labels.tasks : labels.noTasks;
  byId('mine-tasks').hidden = tasks.length === 0;
  byId('mine-tasks').replaceChildren(
    ...tasks.map((task) => taskItem(page, task, labels.decide, openTask)),
  );
  byId('mine-groups-title').textContent = groups.length > 0 ? labels.groups : labels.noGroups;
  byId('mine-groups').hidden = groups.length === 0;
  byId('mine-groups').replaceChildren(...groups.map((group) => groupItem(page, group)));
  byId('mine-more').textContent = more ?? '';
  byId('mine-more').hidden = more === null;
  show('mine');
}
