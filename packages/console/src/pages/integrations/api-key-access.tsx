// The access of an API key: its scopes, and the organisations, templates and IP addresses it is limited to.
import { api } from '../../api/client.ts';
import type { ApiKeyItem, Scope } from '../../api/types.ts';
import { checkOf } from '../../components/body-check.ts';
import type { ChangeDialog } from '../../components/change-dialog.ts';
import { Choices } from '../../components/choices.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { TextField } from '../../components/text-field.tsx';
import { TextAreaField } from '../../components/text-area-field.tsx';
import type { Form } from '../../components/use-form.ts';
import { useVersionedForm } from '../../components/use-versioned-form.ts';
import { apiKeys as texts } from '../../messages/api-keys.ts';
import { common } from '../../messages/common.ts';
import { useFormat } from '../../messages/use-format.ts';
import { textsOfBuild, useMessages } from '../../messages/use-messages.ts';
import { changes } from '../../messages/changes.ts';
import { useOrganisations } from '../../components/use-organisations.ts';
import { LimitFields, limitBodyOf, type LimitValues, noLimit } from './group-limit-fields.tsx';

export interface AccessValues extends LimitValues {
  readonly scopes: readonly Scope[];
  /** One range a line; empty: no limit. */
  readonly ipRanges: string;
  /** Empty: any. */
  readonly source: string;
}

export const defaultAccess: AccessValues = {
  scopes: ['groups:create', 'groups:read'],
  ...noLimit,
  ipRanges: '',
  source: '',
};

/** Each scope of the API has a text; the compiler demands it. */
const scopes = Object.keys(
  textsOfBuild(texts).scope satisfies Record<Scope, unknown>,
) as readonly Scope[];

export function accessOf({ scopes, ipRanges, source, ...limit }: AccessValues) {
  const ranges = ipRanges.split(/[\s,;]+/).filter((range) => range !== '');
  return {
    scopes,
    ...limitBodyOf(limit),
    ipRanges: ranges.length === 0 ? null : ranges,
    source: source.trim() || null,
  };
}

export function AccessFields({ form }: { form: Pick<Form<AccessValues>, 'field' | 'values'> }) {
  const t = useMessages(texts);
  const scopeChoices = scopes.map((scope) => ({
    value: scope,
    label: scope,
    meaning: t(`scope.${scope}`),
  }));
  return (
    <>
      <Choices legend={t('scopes')} choices={scopeChoices} {...form.field('scopes')} />
      <LimitFields form={form} />
      <TextAreaField
        label={t('ipRanges')}
        hint={t('ipRangesHint')}
        rows={3}
        {...form.field('ipRanges')}
      />
      <TextField label={t('source')} hint={t('sourceHint')} {...form.field('source')} />
    </>
  );
}

export function ChangeAccess({ apiKey, close, settled }: ChangeDialog & { apiKey: ApiKeyItem }) {
  const t = useMessages(texts);
  const tCommon = useMessages(common);
  const told = useMessages(changes);
  const { keyId, name, scopes: present, ipRanges, source } = apiKey;
  const form = useVersionedForm<AccessValues, ApiKeyItem>({
    of: apiKey,
    initial: {
      scopes: present,
      organisationIds: apiKey.organisationIds ?? [],
      templateIds: apiKey.templateIds ?? [],
      ipRanges: ipRanges?.join('\n') ?? '',
      source: source ?? '',
    },
    check: (values) => checkOf('put', '/api-keys/{keyId}/access', accessOf(values)),
    send: (values, { etag }) =>
      api.put('/api-keys/{keyId}/access', { path: { keyId }, body: accessOf(values), etag }),
    done: close,
    settled,
    finished: (changed) => ({
      title: told('accessSaved', { name }),
      undo: () => {
        const { organisationIds, templateIds } = apiKey;
        const body = { scopes: present, organisationIds, templateIds, ipRanges, source };
        return api.put('/api-keys/{keyId}/access', { path: { keyId }, body, etag: changed.etag });
      },
    }),
  });
  return (
    <FormDialog
      title={t('changeAccessOf', { name })}
      submit={tCommon('save')}
      {...form}
      close={close}
    >
      <p>{t('accessHint')}</p>
      <AccessFields form={form} />
    </FormDialog>
  );
}

/** The limits of a key, each in a sentence with names; empty: it has none. */
export function useLimitTexts({ organisationIds, templateIds, ipRanges, source }: ApiKeyItem) {
  const t = useMessages(texts);
  const format = useFormat();
  const organisations = useOrganisations().data?.items ?? [];
  const names = new Map([
    ...organisations.map(({ organisationId, name }) => [organisationId, name] as const),
    ...organisations.flatMap(({ name: of, templates }) =>
      templates.map(({ templateId, name }) => [templateId, `${of}: ${name}`] as const),
    ),
  ]);
  const only = (ids: readonly string[] | null) =>
    ids === null
      ? undefined
      : t('only', { names: format.list(ids.map((id) => names.get(id) ?? id)) });
  return {
    organisations: only(organisationIds),
    templates: only(templateIds),
    addresses: ipRanges === null ? undefined : t('onlyFrom', { ranges: format.list(ipRanges) }),
    source: source === null ? undefined : t('onlySource', { source }),
  };
}

/** The scopes of a key, and its limits. Those to templates name their organisations. */
export function Access({ apiKey }: { readonly apiKey: ApiKeyItem }) {
  const { organisations, templates, addresses, source } = useLimitTexts(apiKey);
  return (
    <div className="small muted">
      <div>{apiKey.scopes.join(', ')}</div>
      {organisations === undefined ? null : <div>{templates ?? organisations}</div>}
      {addresses === undefined ? null : <div>{addresses}</div>}
      {source === undefined ? null : <div>{source}</div>}
    </div>
  );
}
