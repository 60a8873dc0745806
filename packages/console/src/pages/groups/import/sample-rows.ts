// A file to fill in: the columns by the words of the page, and an example of a row for each of the tenant's templates.
import type { OrganisationItem } from '../../../api/types.ts';
import { groupImport } from '../../../messages/group-import.ts';
import { groupRequest } from '../../../messages/group-request.ts';
import { messagesOf } from '../../../messages/use-messages.ts';
import { placeholdersOf } from '../request/asked-properties.ts';
import { creationColumns, namesOf, partsOf } from './import-columns.ts';

const maxTemplates = 10;

/** @param responsible of the examples: an e-mail address in the directory of the tenant */
export function sampleRows(
  organisations: readonly OrganisationItem[],
  responsible: string,
): readonly (readonly string[])[] {
  const t = messagesOf(groupImport);
  const r = messagesOf(groupRequest);
  const names = namesOf<keyof typeof creationColumns>(creationColumns);
  const shown = organisations
    .flatMap((organisation) => organisation.templates.map((one) => ({ organisation, ...one })))
    .slice(0, maxTemplates);
  const asked = shown.map((one) =>
    placeholdersOf([one.mailNicknamePattern, one.displayNamePattern]),
  );
  const properties = [...new Set(asked.flat())];
  const rows = shown.map((template, index) => {
    const number = String(index + 1);
    const cells: Readonly<Record<keyof typeof creationColumns, string>> = {
      organisation: template.organisation.name,
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
    const values = properties.map((name) => (asked[index]?.includes(name) ? t('sampleValue') : ''));
    return names.map((name) => cells[name]).concat(values);
  });
  return [
    [...names.map((name) => r(creationColumns[name].label)), ...properties.map(titleOf)],
    ...rows,
  ];
}

/** A property may have the name of another column. */
function titleOf(property: string): string {
  const [part] = partsOf({ headings: [property], rows: [] }, [property]);
  return part === `properties.${property}` ? property : `properties.${property}`;
}
