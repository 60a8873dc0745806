// What a template says about groups that exist: the rules for changes that people or tools make in the directory, and how
// groups that others made are adopted.
import { Card } from '../../components/layout.tsx';
import { PeriodField } from '../../components/period-field.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import type { Form } from '../../components/use-form.ts';
import { templateExisting as texts } from '../../messages/template-existing.ts';
import { labelOf, useMessages } from '../../messages/use-messages.ts';
import { enforced, type TemplateDraft } from './template-draft.ts';

const rules = ['ignore', 'report', 'restore'] as const;

export function TemplateDifferences({ form }: { form: Form<TemplateDraft> }) {
  const t = useMessages(texts);
  const { value, onChange } = form.field('enforce');
  const restores = enforced.some((name) => value[name] === 'restore');
  const hints = { ignore: t('ignored'), report: t('reported') };
  return (
    <Card title={t('differences')} note={t('differencesNote')}>
      <div className="stack">
        <div className="form-grid">
          {enforced.map((name) => {
            const rule = value[name];
            return (
              <SelectField
                key={name}
                label={t(`property.${name}`)}
                hint={rule === 'restore' ? t(`restored.${name}`) : hints[rule]}
                value={rule}
                onChange={(next) => onChange({ ...value, [name]: next })}
                options={rules.map((one) => [one, t(`rules.${one}`)])}
                fault={form.problem.field(`/policy/enforce/${name}`)}
              />
            );
          })}
          {restores ? (
            <PeriodField
              label={t('within')}
              hint={t('withinHint')}
              units={['H', 'D']}
              value={value.within}
              onChange={(within) => onChange({ ...value, within })}
              fault={form.problem.field('/policy/enforce/within')}
            />
          ) : null}
        </div>
        {restores ? <p className="muted">{t('brake')}</p> : null}
      </div>
    </Card>
  );
}

export function TemplateAdoption({ form }: { form: Form<TemplateDraft> }) {
  const t = useMessages(texts);
  const { value, onChange } = form.field('adoption');
  const number = (name: 'graceDays' | 'perDay') => (
    <TextField
      label={t(name)}
      hint={t(`${name}Hint`)}
      type="number"
      value={value[name]}
      onChange={(next) => onChange({ ...value, [name]: next })}
      fault={form.problem.field(`/policy/adoption/${name}`)}
    />
  );
  const choice = <Name extends 'match' | 'names' | 'ask'>(
    name: Name,
    options: readonly (typeof value)[Name][],
  ) => (
    <SelectField
      label={labelOf(t, name, name)}
      hint={labelOf(t, `${name}Hint`, '')}
      value={value[name]}
      onChange={(next) => onChange({ ...value, [name]: next })}
      options={options.map((one) => [one, labelOf(t, `${name}Choices.${one}`, one)])}
      fault={form.problem.field(`/policy/adoption/${name}`)}
    />
  );
  return (
    <Card title={t('adoption')} note={t('adoptionNote')}>
      <div className="form-grid">
        {choice('match', ['names', 'none'])}
        {choice('names', ['keep', 'conform'])}
        {number('graceDays')}
        {number('perDay')}
        {choice('ask', ['owners', 'members', 'nobody'])}
      </div>
    </Card>
  );
}
