// A file to fill in: the columns by the words of the page, and an example of a row for each of the tenant's templates.
import { api, ApiProblem } from '../../../api/client.ts';
import type { OrganisationItem, TemplateItem } from '../../../api/types.ts';
import { groupImport } from '../../../messages/group-import.ts';
import { groupRequest } from '../../../messages/group-request.ts';
import { messagesOf } from '../../../messages/use-messages.ts';
import { askedProperties } from '../request/asked-properties.ts';
import { creationColumns, namesOf, partsOf } from './import-columns.ts';

const maxTemplates = 10;

/** Rows that the check of the import takes as they are, but for a pattern that a property has. */
export async function sampleRows(
  organisations: readonly OrganisationItem[],
  /** The e-mail address of the administrator who reads the sample. */
  administrator: string,
): Promise<readonly (readonly string[])[]> {
  const shown = await Promise.all(
    organisations
      .flatMap(({ name, templates }) => templates.map((one) => ({ organisation: name, ...one })))
      .slice(0, maxTemplates)
      .map(async ({ organisation, templateId }) => {
        const template = await api.get('/templates/{templateId}', { path: { templateId } });
        return Object.assign({}, template, { organisation });
      }),
  );
  const responsible = (await firstInSandbox()) ?? administrator;
  const t = messagesOf(groupImport);
  const r = messagesOf(groupRequest);
  const names = namesOf<keyof typeof creationColumns>(creationColumns);
  const asked = shown.map(askedProperties);
  const properties = [...new Set(asked.flat())];
  const rows = shown.map((template, index) => {
    const number = String(index + 1);
    const cells: Readonly<Record<keyof typeof creationColumns, string>> = {
      organisation: template.organisation,
      template: template.name,
      displayName: template.displayNamePattern === '' ? t('sampleGroup', { number }) : '',
      mailNickName: template.mailNicknamePattern === '' ? t('sampleAlias', { number }) : '',
      description: '',
      responsible,
      deputy: '',
      owners: '',
      members: '',
      expiresAt: '',
    };
    const values = properties.map((name) =>
      asked[index]?.includes(name) === true
        ? sampleValue(template.properties[name], t('sampleValue'))
        : '',
    );
    return names.map((name) => cells[name]).concat(values);
  });
  return [
    [...names.map((name) => r(creationColumns[name].label)), ...properties.map(titleOf)],
    ...rows,
  ];
}

/** The administrator of a sandbox need not be among its people. */
async function firstInSandbox(): Promise<string | undefined> {
  try {
    const { items } = await api.get('/directory/people', { query: { limit: 1 } });
    return items[0]?.email;
  } catch (error) {
    if (error instanceof ApiProblem) return undefined;
    throw error;
  }
}

function sampleValue(declared: TemplateItem['properties'][string] | undefined, text: string) {
  const { type, default: given, choices = [], minimum = 1 } = declared ?? {};
  if (given !== undefined) return given;
  if (type === 'number') return String(minimum);
  if (type === 'date') return `${new Date().getFullYear() + 1}-01-31`;
  return type === 'choice' ? (choices[0] ?? text) : text;
}

/** A property may have the name of another column. */
function titleOf(property: string): string {
  const [part] = partsOf({ headings: [property], rows: [] }, [property]);
  return part === `properties.${property}` ? property : `properties.${property}`;
}
