// Reads the file of `apply`: reports all faults at once, with line and column.
import {
  isMap,
  isScalar,
  LineCounter,
  parseDocument,
  type Document,
  type Pair,
  type ParsedNode,
} from 'yaml';
import { faultsWithin } from '../audit/changes/change.ts';
import { completeProvider, providerFaults } from '../access/sessions/sign-in-provider.ts';
import { connectionFaults } from '../settings/tenants/connection-rules.ts';
import { noticeSettingsFaults } from '../settings/tenants/notice-settings-rules.ts';
import { isOfTheService, nameOfCredential, suites } from '../directory/connection.ts';
import { personKey } from '../directory/person-reference.ts';
import { sandboxPersonFaults } from '../settings/configuration/change-sandbox-people.ts';
import { type FieldError, noShapeErrors } from '../ground/errors.ts';
import { inNfc } from '../ground/text.ts';
import { createValidatorCompiler } from '../http/validation.ts';
import { blockedWordInputFaults } from '../settings/naming/blocked-words.ts';
import { organisationFaults } from '../settings/organisations/organisation-rules.ts';
import { createTargetAddresses, type TargetAddresses } from '../outbound/target-addresses.ts';
import type { TemplateInput } from '../settings/organisations/template-input.schema.ts';
import { templateFaults } from '../settings/organisations/template-rules.ts';
import { endpointUrlFaults, storedUrl } from '../events/webhooks/endpoint-url.ts';
import { describeAliasFault, describeYamlFault } from '../ground/yaml-faults.ts';
import { FileFaults } from './file-faults.ts';
import { tenantFileSchemas, type TenantFile } from './tenant-file.schema.ts';

const compile = createValidatorCompiler();
const compiled = Object.entries(tenantFileSchemas).map(
  ([kind, schema]) => [kind, compile({ schema })] as const,
);
const checks = Object.fromEntries(compiled) as Readonly<
  Record<keyof typeof tenantFileSchemas, (typeof compiled)[number][1]>
>;

/** Enough for anchors in earnest; a file that multiplies itself is refused. */
const maxAliases = 1000;

/**
 * @param file its name, for messages
 * @param now milliseconds since the Unix epoch
 * @param targets where webhooks may go; public addresses only unless said otherwise
 * @throws FileFaults
 */
export function parseTenantFile(
  text: string,
  file: string,
  now: number,
  targets: TargetAddresses = createTargetAddresses([]),
): TenantFile {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    stringKeys: true,
  });
  const at = (offset: number, detail: string) => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1), detail };
  };
  const unreadable = [...document.errors, ...document.warnings];
  if (unreadable.length > 0) {
    throw new FileFaults(
      file,
      unreadable.map(({ pos, code }) => at(pos[0], describeYamlFault(code))),
    );
  }
  let value: unknown;
  try {
    value = inNfc(document.toJS({ maxAliasCount: maxAliases }));
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    throw new FileFaults(file, [at(0, describeAliasFault(error))]);
  }

  const shape = checks[kindOf(value)](value);
  const { listed, unlisted } = shape === true ? noShapeErrors : shape.error.shape;
  // If not every fault is listed, the valid parts are unknown.
  const rules = unlisted > 0 ? [] : ruleFaults(value as TenantFile, listed, now, targets);
  const faults = [...listed, ...rules];
  if (faults.length > 0) {
    const placed = faults.map((fault) =>
      at(offsetOf(document, fault), fault.detail.replace(/^The body /, 'The file ')),
    );
    placed.sort((one, other) => one.line - other.line || one.column - other.column);
    throw new FileFaults(file, placed);
  }
  const { webhooks, ...tenantFile } = value as TenantFile;
  const normalised = webhooks?.map((entry) =>
    Object.assign({}, entry, { url: storedUrl(entry.url) }),
  );
  return { ...tenantFile, ...(normalised && { webhooks: normalised }) };
}

function kindOf(value: unknown): keyof typeof checks {
  const tenant = member(value, 'tenant');
  const kind = member(member(tenant, 'directory'), 'kind');
  return suites.find((suite) => suite === kind) ?? 'unknown';
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** The rules beyond the shape, for every part whose shape is sound. */
function ruleFaults(
  file: TenantFile,
  schemaErrors: readonly FieldError[],
  now: number,
  targets: TargetAddresses,
): FieldError[] {
  const isValid = (pointer: string): boolean =>
    schemaErrors.every(
      ({ pointer: wrong = '' }) =>
        wrong !== pointer && !wrong.startsWith(`${pointer}/`) && !pointer.startsWith(`${wrong}/`),
    );
  const listed = <T>(entries: readonly T[] | undefined): readonly T[] =>
    Array.isArray(entries) ? entries : [];

  if (schemaErrors.some(({ pointer }) => pointer === '')) return [];
  const faults = directoryFaults(file.tenant?.directory, isValid);
  if (isValid('/tenant/blockedWords')) {
    faults.push(
      ...faultsWithin('/tenant', blockedWordInputFaults(listed(file.tenant?.blockedWords))),
    );
  }
  faults.push(...noticesFaults(file.tenant, isValid));
  const provider = file.tenant?.signInProvider;
  if (provider !== undefined && isValid('/tenant/signInProvider')) {
    faults.push(
      ...faultsWithin('/tenant/signInProvider', providerFaults(completeProvider(provider))),
    );
  }
  const organisations = createDuplicateCheck('The organisation');
  for (const [index, organisation] of listed(file.organisations).entries()) {
    const pointer = `/organisations/${index}`;
    const named = isValid(`${pointer}/identifier`) && isValid(`${pointer}/name`);
    if (named) {
      faults.push(
        ...faultsWithin(pointer, organisationFaults(organisation)),
        ...organisations.check(`${pointer}/identifier`, organisation.identifier),
      );
    }
    const templates = createDuplicateCheck('The template');
    for (const [number, template] of listed(organisation?.templates).entries()) {
      const place = `${pointer}/templates/${number}`;
      const valid = validPart(template, (name) => isValid(`${place}/${name}`));
      const owner = named ? organisation : { identifier: 'organisation' };
      const found = faultsWithin(place, templateFaults(valid, owner, now));
      // Properties whose shape is wrong are not known. A day that the stored template has already may have passed.
      const hasProperties = isValid(`${place}/properties`);
      faults.push(
        ...found.filter(
          ({ pointer: at, code }) =>
            code !== 'not_in_future' && (hasProperties || !at?.endsWith('/expires/property')),
        ),
      );
      if (isValid(`${place}/identifier`) && typeof template?.identifier === 'string') {
        faults.push(...templates.check(`${place}/identifier`, template.identifier));
      }
    }
  }
  const urls = createDuplicateCheck('The address');
  for (const [index, webhook] of listed(file.webhooks).entries()) {
    const pointer = `/webhooks/${index}`;
    if (isValid(`${pointer}/url`) && typeof webhook?.url === 'string') {
      faults.push(
        ...faultsWithin(pointer, endpointUrlFaults(webhook.url, targets)),
        ...urls.check(`${pointer}/url`, URL.parse(webhook.url)?.href ?? webhook.url),
      );
    }
    if (webhook?.secret !== undefined && webhook.signing !== undefined) {
      const detail = 'A secret determines how it signs. Remove signing.';
      faults.push({ pointer: `${pointer}/signing`, code: 'not_allowed', detail });
    }
  }
  if (file.people !== undefined && member(file.tenant?.directory, 'kind') === 'microsoft365') {
    const detail = 'Only the sandbox accepts people from a file. Microsoft 365 has its own.';
    return [...faults, { pointer: '/people', code: 'not_allowed', detail }];
  }
  const [emails, ids] = [createDuplicateCheck('The address'), createDuplicateCheck('The id')];
  for (const [index, person] of listed(file.people).entries()) {
    const pointer = `/people/${index}`;
    if (!isValid(pointer)) continue;
    faults.push(
      ...faultsWithin(pointer, sandboxPersonFaults(person)),
      ...emails.check(`${pointer}/email`, personKey(person.email)),
      ...(person.id === undefined ? [] : ids.check(`${pointer}/id`, personKey(person.id))),
    );
  }
  return faults;
}

/** The template with harmless members in place of those whose shape is wrong. */
function validPart(
  template: TemplateInput | undefined,
  isValid: (member: keyof TemplateInput) => boolean,
): TemplateInput {
  const text = (name: 'name' | 'identifier' | 'mailNicknamePattern' | 'displayNamePattern') =>
    isValid(name) ? template?.[name] : undefined;
  const valid = <Name extends 'properties' | 'counter' | 'transliteration' | 'policy'>(
    name: Name,
  ) => (isValid(name) && template?.[name] !== undefined ? { [name]: template[name] } : {});
  return {
    name: text('name') ?? 'Template',
    identifier: text('identifier') ?? 'template',
    mailNicknamePattern: text('mailNicknamePattern') ?? '',
    displayNamePattern: text('displayNamePattern') ?? '',
    ...valid('properties'),
    ...valid('counter'),
    ...valid('transliteration'),
    ...valid('policy'),
  };
}

function directoryFaults(
  directory: TenantFile['tenant']['directory'] | undefined,
  isValid: (pointer: string) => boolean,
): FieldError[] {
  const pointer = '/tenant/directory';
  if (member(directory, 'kind') !== 'microsoft365') return [];
  const connection = directory as Extract<typeof directory, { kind: 'microsoft365' }>;
  const faults = faultsWithin(pointer, connectionFaults(connection)).filter(
    (fault) => fault.pointer !== undefined && isValid(fault.pointer),
  );
  const credentials = [
    [pointer, connection],
    [`${pointer}/sharePoint`, connection.sharePoint],
  ] as const;
  for (const [at, given] of credentials) {
    if (given?.secret === undefined || !isOfTheService(given.credential)) continue;
    const detail = `A ${nameOfCredential(given.credential)} has no secret.`;
    faults.push({ pointer: `${at}/secret`, code: 'not_allowed', detail });
  }
  return faults;
}

/** Only of settings whose shape is sound. If the file omits the connection, the present one counts when it is applied. */
function noticesFaults(
  { notices, directory }: TenantFile['tenant'],
  isValid: (pointer: string) => boolean,
): FieldError[] {
  const pointer = '/tenant/notices';
  if (notices === undefined || !isValid(pointer)) return [];
  const { password, ...settings } = notices;
  const suite = directory?.kind ?? (settings.sender === 'graph' ? 'microsoft365' : 'sandbox');
  const faults = faultsWithin(pointer, noticeSettingsFaults(settings, suite));
  if (password !== undefined && settings.userName == null) {
    const detail = 'A password needs a userName.';
    faults.push({ pointer: `${pointer}/password`, code: 'not_allowed', detail });
  }
  return faults;
}

function createDuplicateCheck(what: string) {
  const seen = new Set<string>();
  return {
    check(pointer: string, key: string): FieldError[] {
      if (seen.has(key)) {
        const detail = `${what} ${key} appears twice.`;
        return [{ pointer, code: 'duplicate', detail, values: { name: key } }];
      }
      seen.add(key);
      return [];
    },
  };
}

/** The place of a fault: its value, the name of an unknown member, or the object that lacks a member. */
function offsetOf(document: Document.Parsed, { pointer = '', code }: FieldError): number {
  const path = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  let node: unknown = document.contents;
  let offset = startOf(node);
  for (const [level, part] of path.entries()) {
    if (isMap(node)) {
      const pair = (node.items as Pair<ParsedNode, ParsedNode | null>[]).find(
        ({ key }) => isScalar(key) && String(key.value) === part,
      );
      if (pair === undefined) break;
      if (code === 'unknown_member' && level === path.length - 1) return startOf(pair.key);
      offset = pair.value === null ? startOf(pair.key) : startOf(pair.value);
      node = pair.value;
    } else {
      node = document.getIn(path.slice(0, level + 1), true);
      if (node === undefined) break;
      offset = startOf(node);
    }
  }
  return offset;
}

function startOf(node: unknown): number {
  return (node as ParsedNode | null)?.range?.[0] ?? 0;
}
