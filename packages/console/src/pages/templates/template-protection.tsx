// The settings that a template gives its groups in Microsoft 365, what a member may then do, and how many groups change.
import { Card } from '../../components/layout.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { settingLabel, settingText } from '../../components/setting-text.ts';
import { SwitchField } from '../../components/switch-field.tsx';
import type { Form } from '../../components/use-form.ts';
import { templateProtection } from '../../messages/template-protection.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { settingChoices, settingValue, shownSettings } from './protection-draft.ts';
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
  const names = shownSettings(form.values.kind);
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
              onChange={(choice) =>
                onChange({ ...value, values: { ...value.values, [name]: choice } })
              }
              fault={form.problem.at(`/policy/${name.replaceAll('.', '/')}`)}
            />
          ))}
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

/** The sentences say what members may do in a team of the template. */
function Sentences({ form }: { form: Form<TemplateDraft> }) {
  const t = useMessages(templateProtection);
  const format = useFormat();
  const { kind, protection } = form.values;
  const decided = (choice: string) =>
    shownSettings(kind)
      .filter((name) => settingChoices[name][0] === 'true' && !name.includes('hideFrom'))
      .filter((name) => protection.values[name] === choice)
      .map(settingLabel);
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
  const { concerned, restoresPerHour } = effect;
  return (
    <p className="effect" role="status">
      {concerned === 0
        ? t('noEffect')
        : restoresPerHour === null
          ? t('effect', { concerned })
          : t('effectByRule', { concerned, restoresPerHour })}
    </p>
  );
}
