// The software bill of materials (CycloneDX 1.6) of one release file: every package inside, with its hash and licence.
import { createHash } from 'node:crypto';
import type { InstalledPackage } from './lockfile.ts';

interface Options {
  readonly name: string;
  readonly version: string;
  readonly time: Date;
  readonly packages: readonly InstalledPackage[];
}

export function billOfMaterials({ name, version, time, packages }: Options): object {
  const reference = purl({ name, version });
  const components = packages.map(component).sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1));
  const digest = createHash('sha256').update(JSON.stringify(components)).digest('hex');
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    // From the content, so that the same release has the same number.
    serialNumber: `urn:uuid:${digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-5$3-8$4-$5')}`,
    version: 1,
    metadata: {
      timestamp: time.toISOString(),
      component: {
        type: 'application',
        'bom-ref': reference,
        name,
        version,
        purl: reference,
        licenses: [{ license: { id: 'Apache-2.0' } }],
      },
    },
    components,
    dependencies: [{ ref: reference, dependsOn: components.map((one) => one['bom-ref']) }],
  };
}

function component({ name, version, integrity, license }: InstalledPackage) {
  const reference = purl({ name, version });
  const content = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
  return {
    type: 'library',
    'bom-ref': reference,
    name,
    version,
    purl: reference,
    hashes: [{ alg: 'SHA-512', content }],
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
  } as const;
}

const purl = ({ name, version }: { readonly name: string; readonly version: string }) =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;
