import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { XMLParser } from 'fast-xml-parser';
import { properties, readableProperties } from './properties.ts';

const excerpt = fileURLToPath(
  new URL('../../../../shared/graph/v1.0-excerpt.xml', import.meta.url),
);

interface CsdlType {
  readonly '@Name': string;
  readonly '@BaseType'?: string;
  readonly Property?: readonly { readonly '@Name': string; readonly '@Type': string }[];
}

function readTypes(): Map<string, Map<string, string>> {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    isArray: (name) => ['EntityType', 'ComplexType', 'Property', 'Schema'].includes(name),
  });
  const types = new Map<string, CsdlType>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [name, value] of Object.entries(node)) {
      if (name === 'EntityType' || name === 'ComplexType') {
        for (const type of value as CsdlType[]) types.set(type['@Name'], type);
      } else if (Array.isArray(value)) value.forEach((item) => visit(item));
      else visit(value);
    }
  };
  visit(parser.parse(readFileSync(excerpt, 'utf8')));
  const propertiesOf = (name: string): Map<string, string> => {
    const type = types.get(name);
    if (type === undefined) return new Map();
    const inherited = propertiesOf((type['@BaseType'] ?? '').replace('graph.', ''));
    for (const property of type.Property ?? []) {
      inherited.set(property['@Name'], property['@Type']);
    }
    return inherited;
  };
  return new Map([...types.keys()].map((name) => [name, propertiesOf(name)]));
}

test(
  'every property that a body may carry is in the service’s metadata, with that type',
  { skip: existsSync(excerpt) ? false : `the metadata excerpt is not at ${excerpt}` },
  () => {
    const types = readTypes();
    for (const [entity, table] of Object.entries(properties)) {
      for (const [name, { type }] of Object.entries(table)) {
        assert.equal(types.get(entity)?.get(name), type, `${entity}.${name}`);
      }
    }
    // The excerpt has no sites. Their properties are those of the page “site resource type”.
    const { site: _, ...described } = readableProperties;
    assert.equal(types.has('site'), false);
    for (const [entity, names] of Object.entries(described)) {
      for (const name of names) {
        assert.ok(types.get(entity)?.has(name), `${entity}.${name} cannot be read`);
      }
    }
  },
);
