// The fields of a request for a group, with the faults that the service finds in them. `data-pointer` is the place of a
// field in the request.
import { PeopleField, PersonField } from '../../../components/people-field.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { groupRequest } from '../../../messages/group-request.ts';
import { dayOfMoment, momentOfDay } from '../../../messages/tenant-day.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import type { AskedTemplate } from './asked-properties.ts';
import type { RequestValues } from './request-values.ts';
import type { LivePlan } from './use-plan.ts';

export interface RequestPart {
  readonly values: RequestValues;
  readonly set: (change: Partial<RequestValues>) => void;
  /** The faults of the field at this pointer. */
  readonly faultOf: (pointer: string) => string | undefined;
}

interface NamePart extends RequestPart {
  /** Undefined while it is loaded. */
  readonly template: AskedTemplate | undefined;
}

const names = ['displayName', 'mailNickName'] as const;
type Name = (typeof names)[number];

function patternOf(template: AskedTemplate | undefined, name: Name): string {
  const pattern = name === 'displayName' ? 'displayNamePattern' : 'mailNicknamePattern';
  return template?.[pattern] ?? '';
}

/** The names that the template makes, empty, so that the request does not name them. */
export function namesMadeBy(template: AskedTemplate | undefined): Partial<RequestValues> {
  const made = names.filter((name) => patternOf(template, name) !== '');
  return Object.fromEntries(made.map((name) => [name, '']));
}

/** Names to type, also those that the template could make. */
export function NameFields({ template, ...part }: NamePart) {
  return (
    <>
      {names.map((name) => (
        <NameField key={name} name={name} pattern={patternOf(template, name)} {...part} />
      ))}
      <Description {...part} />
    </>
  );
}

/** Names to type, and those that the template makes from the properties, as the live plan has them. */
export function NewNames({ template, plan, ...part }: NamePart & Pick<LivePlan, 'plan'>) {
  return (
    <>
      {names.map((name) => {
        const pattern = patternOf(template, name);
        if (pattern === '') return <NameField key={name} name={name} pattern="" {...part} />;
        const made = plan?.names?.[name];
        return <MadeName key={name} name={name} pattern={pattern} made={made} {...part} />;
      })}
      <Description {...part} />
    </>
  );
}

function NameField({
  name,
  pattern,
  values,
  set,
  faultOf,
}: RequestPart & { name: Name; pattern: string }) {
  const t = useMessages(groupRequest);
  return (
    <div data-pointer={`/${name}`}>
      <TextField
        label={t(name)}
        value={values[name]}
        onChange={(value) => set({ [name]: value })}
        fault={faultOf(`/${name}`)}
        required={pattern === ''}
        mono={name === 'mailNickName'}
        {...(pattern !== '' && { hint: t('nameFromPattern', { pattern }) })}
      />
    </div>
  );
}

function MadeName({
  name,
  pattern,
  made,
  faultOf,
}: RequestPart & { name: Name; pattern: string; made: string | undefined }) {
  const t = useMessages(groupRequest);
  const fault = faultOf(`/${name}`);
  return (
    <div className="made-name" data-pointer={`/${name}`}>
      <div>{t(name)}</div>
      <output className={made === undefined ? 'mono muted' : name === 'mailNickName' ? 'mono' : ''}>
        {made ?? pattern}
      </output>
      {fault === undefined ? null : (
        <p role="alert" className="status bad said">
          {fault}
        </p>
      )}
    </div>
  );
}

function Description({ values, set, faultOf }: RequestPart) {
  const t = useMessages(groupRequest);
  return (
    <div data-pointer="/description">
      <TextField
        label={t('description')}
        value={values.description}
        onChange={(description) => set({ description })}
        fault={faultOf('/description')}
      />
    </div>
  );
}

const onePerson = ['responsible', 'deputy'] as const;
const anyNumber = ['owners', 'members'] as const;

export function PeopleFields({
  values,
  set,
  faultOf,
  template,
}: RequestPart & { template: AskedTemplate | undefined }) {
  const t = useMessages(groupRequest);
  const isRequired = {
    responsible: true,
    deputy: template?.policy.responsibility?.deputyRequired === true,
  };
  return (
    <>
      {onePerson.map((name) => (
        <div key={name} data-pointer={`/${name}`}>
          <PersonField
            label={t(name)}
            value={values[name]}
            onChange={(person) => set({ [name]: person })}
            fault={faultOf(`/${name}`)}
            checked
            required={isRequired[name]}
          />
        </div>
      ))}
      {anyNumber.map((name) => (
        <div key={name} data-pointer={`/${name}`}>
          <PeopleField
            label={t(name)}
            value={values[name]}
            onChange={(people) => set({ [name]: people })}
            fault={faultOf(`/${name}`)}
            checked
            {...(name === 'owners' && { hint: t('peopleHint') })}
          />
        </div>
      ))}
    </>
  );
}

/** Where the template lets requests name their expiry. */
export function ExpiryField({
  values,
  set,
  faultOf,
  template,
}: RequestPart & { template: AskedTemplate | undefined }) {
  const t = useMessages(groupRequest);
  if (template?.policy.lifecycle?.callerMaySet !== true) return null;
  return (
    <div data-pointer="/expiresAt">
      <TextField
        label={t('expiresOn')}
        type="date"
        value={values.expiresAt === undefined ? '' : dayOfMoment(values.expiresAt)}
        onChange={(day) => set({ expiresAt: day === '' ? undefined : momentOfDay(day) })}
        fault={faultOf('/expiresAt')}
        hint={t('expiresHint')}
      />
    </div>
  );
}
