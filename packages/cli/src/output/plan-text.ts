// A plan for people.
import type { OperationPlan, PlannedPerson, TeamPlan } from '@groupwright/client';
import { differenceLines } from './difference-text.ts';
import type { Paint } from './paint.ts';

export function planText(paint: Paint, plan: TeamPlan): string {
  const { alias, names, organisation, template, people, properties } = plan;
  const lines = outcomeLines(paint, plan);
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
  lines.push(...people.map((planned) => personLine(paint, planned)));
  if (plan.steps.length > 0) lines.push(`Steps         ${plan.steps.join(', ')}`);
  return lines.join('\n');
}

export function operationPlanText(paint: Paint, plan: OperationPlan): string {
  const lines = outcomeLines(paint, plan);
  if (plan.conforms && !plan.changed)
    lines.push('Nothing would change: the group is like this already.');
  lines.push(...differenceLines(paint, plan.before, plan.after));
  lines.push(...plan.people.map((planned) => personLine(paint, planned)));
  if (plan.steps.length > 0) lines.push(`Steps         ${plan.steps.join(', ')}`);
  return lines.join('\n');
}

function outcomeLines(
  paint: Paint,
  { conforms, outcome, faults, error }: TeamPlan | OperationPlan,
): string[] {
  if (conforms) return [paint.good('It would succeed, judging by the current state.')];
  const verdict =
    outcome === 'refused' ? 'It would be refused.' : 'It would be accepted, then fail.';
  const found = faults.map(({ pointer = '', detail }) => `  ${pointer} ${detail}`.trimEnd());
  return [paint.bad(verdict), ...(found.length > 0 ? found : [`  ${error?.detail ?? ''}`])];
}

function personLine(paint: Paint, { reference, role, found, person }: PlannedPerson): string {
  const who = person === null ? reference : `${person.displayName} <${person.email}>`;
  const isDisabled = person?.enabled === false;
  const note = found ? (isDisabled ? paint.bad(' disabled') : '') : paint.bad(' not found');
  return `${role.padEnd(13)} ${who}${note}`;
}
