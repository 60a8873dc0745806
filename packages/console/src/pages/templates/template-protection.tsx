// The settings that a template gives its groups in Microsoft 365, what a member may then do, and how many groups change.
import { Card } from '../../components/layout.tsx';
import { SelectField } from '../../components/select-field.tsx';
import {
  labelEffect,
  settingLabel,
  settingText,
  useLabels,
} from '../../components/setting-text.ts';
import { SwitchField } from '../../components/switch-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import type { Form } from '../../components/use-form.ts';
import { templateProtection } from '../../messages/template-protection.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { labelSetting, settingChoices, settingValue, shownSettings } from './protection-draft.ts';
import type { TemplateDraft } from './template-draft.ts';
import { useTemplatePlan } from './use-template-plan.ts';

export function TemplateProtection({
  form,
  templateId,
}: {
  form: Form<TemplateDraft>;
  /** Undefined for a new template, which has no groups. */
  templateId: string | undefined;
}) {
  const t = useMessages(templateProtection);
  const { value, onChange } = form.field('protection');
  const names = shownSettings(form.values.kind).filter((name) => name !== labelSetting);
  const set = (name: string, choice: string) =>
    onChange({ ...value, values: { ...value.values, [name]: choice } });
  return (
    <Card title={t('title')} note={t('note')}>
      <div className="stack">
        <div className="form-grid">
          {names.map((name) => (
            <SelectField<string>
              key={name}
              label={settingLabel(name)}
              options={[
                ['', t('kept')],
                ...settingChoices[name].map(
                  (choice) => [choice, settingText(name, settingValue(choice))] as const,
                ),
              ]}
              value={value.values[name] ?? ''}
              onChange={(choice) => set(name, choice)}
              fault={form.problem.at(`/policy/${name.replaceAll('.', '/')}`)}
            />
          ))}
          <LabelField
            value={value.values[labelSetting] ?? ''}
            onChange={(labelId) => set(labelSetting, labelId)}
            fault={form.problem.at('/policy/settings/sensitivityLabel')}
          />
        </div>
        <Sentences form={form} />
        <SwitchField
          label={t('required')}
          value={value.isRequired}
          onChange={(isRequired) => onChange({ ...value, isRequired })}
          on={t('requiredOn')}
          off={t('requiredOff')}
          fault={form.problem.at('/policy/protection/required')}
        />
        {templateId === undefined ? null : <Effect form={form} templateId={templateId} />}
      </div>
    </Card>
  );
}

/** A choice among the labels that the connection may list, or the id of one. */
function LabelField({
  value,
  onChange,
  fault,
}: {
  value: string;
  onChange: (labelId: string) => void;
  fault: string | undefined;
}) {
  const t = useMessages(templateProtection);
  const label = settingLabel(labelSetting);
  const labels = useLabels([labelSetting]);
  if (labels.length === 0) {
    const hint = t('labelIdHint');
    return (
      <TextField label={label} hint={hint} value={value} onChange={onChange} fault={fault} mono />
    );
  }
  const present = value.toLowerCase();
  const isListed = value === '' || labels.some(({ labelId }) => labelId === present);
  return (
    <SelectField<string>
      label={label}
      hint={t('labelHint')}
      options={[
        ['', t('kept')],
        ...labels.map(({ labelId, name }) => [labelId, name] as const),
        ...(isListed ? [] : [[present, present] as const]),
      ]}
      value={present}
      onChange={onChange}
      fault={fault}
    />
  );
}

/** The sentences say what members may do in a team of the template. */
function Sentences({ form }: { form: Form<TemplateDraft> }) {
  const t = useMessages(templateProtection);
  const format = useFormat();
  const { kind, protection } = form.values;
  const decided = (choice: string) =>
    shownSettings(kind)
      .filter((name) => settingChoices[name][0] === 'true' && !name.includes('hideFrom'))
      .filter((name) => protection.values[name] === choice)
      .map((name) => t('quoted', { name: settingLabel(name) }));
  const [allowed, refused] = [decided('true'), decided('false')];
  if (allowed.length + refused.length === 0) return <p className="note">{t('nothingDecided')}</p>;
  return (
    <>
      {allowed.length === 0 ? null : <p>{t('mayDo', { list: format.list(allowed) })}</p>}
      {refused.length === 0 ? null : <p>{t('mayNotDo', { list: format.list(refused) })}</p>}
    </>
  );
}

/** Nothing while the draft has a fault. */
function Effect({ form, templateId }: { form: Form<TemplateDraft>; templateId: string }) {
  const t = useMessages(templateProtection);
  const effect = useTemplatePlan(form, templateId, 'settings')?.settings;
  if (effect === undefined) return null;
  const { concerned, changes, restoresPerHour } = effect;
  return (
    <p className="effect" role="status">
      {concerned === 0
        ? t('noEffect')
        : restoresPerHour === null
          ? t('effect', { concerned })
          : t('effectByRule', { concerned, restoresPerHour })}{' '}
      {labelEffect(changes)}
    </p>
  );
}
