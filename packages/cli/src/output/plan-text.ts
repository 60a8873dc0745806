// A plan for people.
import type { TeamPlan } from '@groupwright/client';
import type { Paint } from './paint.ts';

export function planText(paint: Paint, plan: TeamPlan): string {
  const lines: string[] = [];
  const { alias, names, organisation, template, people, properties } = plan;
  if (plan.conforms) {
    lines.push(paint.good('It would succeed, judging by the current state.'));
  } else {
    const verb =
      plan.outcome === 'refused' ? 'It would be refused.' : 'It would be accepted, then fail.';
    lines.push(paint.bad(verb));
    const faults = plan.faults.map(({ pointer = '', detail }) =>
      `  ${pointer} ${detail}`.trimEnd(),
    );
    lines.push(...(faults.length > 0 ? faults : [`  ${plan.error?.detail ?? ''}`]));
  }
  if (template !== null && organisation !== null) {
    lines.push(`Template      ${template.name} of ${organisation.name}`);
  }
  if (names !== null) {
    const note = names.provisional ? paint.faint(' (the number is assigned at creation)') : '';
    lines.push(`Name          ${names.displayName}${note}`);
  }
  if (alias !== null) {
    lines.push(
      `Alias         ${alias.mailNickName} is ${alias.free ? 'free' : paint.bad('taken')}`,
    );
    for (const free of alias.alternatives) {
      lines.push(`              free: ${free.mailNickName} (${free.displayName})`);
    }
  }
  for (const [name, value] of Object.entries(properties)) lines.push(`  ${name} = ${value}`);
  for (const { reference, role, found, person } of people) {
    const who = person === null ? reference : `${person.displayName} <${person.email}>`;
    const isDisabled = person?.enabled === false;
    const note = found ? (isDisabled ? paint.bad(' disabled') : '') : paint.bad(' not found');
    lines.push(`${role.padEnd(13)} ${who}${note}`);
  }
  if (plan.steps.length > 0) lines.push(`Steps         ${plan.steps.join(', ')}`);
  return lines.join('\n');
}
