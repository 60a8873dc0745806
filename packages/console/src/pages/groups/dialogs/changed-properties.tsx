// The properties of a group that its template asks for, as fields, with the names that follow from them before they are sent.
import { MessageBar, MessageBarBody } from '../../../components/message-bar.tsx';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { GroupChange, GroupDetail } from '../../../api/types.ts';
import { formProblem } from '../../../components/form-problem.tsx';
import { useDebounced } from '../../../components/use-debounced.ts';
import { groupChanges as texts } from '../../../messages/group-changes.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { managedHint } from './managed-members.tsx';
import { PropertyFields } from '../request/property-fields.tsx';
import { refusalOf } from '../request/use-plan.ts';
import { useTemplate } from '../request/use-template.ts';

type Properties = Readonly<Record<string, string>>;

const pauseMs = 400;

/** The change has the properties that differ. An empty one is cleared. */
export function changeOfProperties(
  { properties: present }: Pick<GroupDetail, 'properties'>,
  properties: Properties,
): Pick<GroupChange, 'properties'> {
  const changed = Object.entries(properties)
    .filter(([name, value]) => value !== (present[name] ?? ''))
    .map(([name, value]) => [name, value === '' ? null : value] as const);
  return changed.length === 0 ? {} : { properties: Object.fromEntries(changed) };
}

export function ChangedProperties({
  group,
  values,
  set,
  faultOf,
  displayName,
}: {
  group: GroupDetail;
  values: { readonly properties: Properties };
  set: (change: { readonly properties: Properties }) => void;
  faultOf: (pointer: string) => string | undefined;
  /** It is as it was typed; it follows from the properties unless it differs from that of the group. */
  displayName: string;
}) {
  const t = useMessages(texts);
  const { teamId } = group;
  const template = useTemplate(group.templateId).data;
  const change = changeOfProperties(group, values.properties);
  const isNamed = displayName !== group.displayName;
  const text = JSON.stringify({ ...change, ...(isNamed && { displayName }) });
  const settled = useDebounced(text, pauseMs);
  const plan = useQuery({
    queryKey: ['group', teamId, 'plan', settled],
    queryFn: ({ signal }) =>
      api.post('/teams/{teamId}/plan', {
        path: { teamId },
        body: JSON.parse(settled) as GroupChange,
        etag: group.etag,
        signal,
      }),
    enabled: change.properties !== undefined && settled === text,
    retry: false,
  }).data;
  if (template === undefined) return null;
  const planned = formProblem(refusalOf(plan?.faults ?? []), []);
  const { displayName: made } = plan?.after ?? {};
  return (
    <>
      <PropertyFields
        template={template}
        values={values}
        set={set}
        hintOf={(name, hint) => managedHint(group, `properties.${name}`, hint)}
        faultOf={(pointer) => faultOf(pointer) ?? planned.field(pointer)}
      />
      {change.properties === undefined || plan?.conforms !== true ? null : (
        <MessageBar>
          <MessageBarBody>
            {typeof made === 'string' && !isNamed
              ? t('renamed', { name: made, alias: group.mailNickName })
              : t('namesStay', { alias: group.mailNickName })}
          </MessageBarBody>
        </MessageBar>
      )}
    </>
  );
}
