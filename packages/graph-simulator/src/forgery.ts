// Users who imitate groups of the service: they read the marker of one, and create a group with the same marker, or a
// similar one.
import type { Call } from './route.ts';
import type { SimulatedGroup } from './tenant.ts';

const signedName = /^groupwright-m-([0-9a-f]{12})-([0-9a-f-]{36})-([0-9a-f]{32})$/;

/** Makes a forgery of the group, where the profile draws one. */
export function forge({ tenant, random, profile, now }: Call, original: SimulatedGroup): void {
  const [, owner, marker, signature = ''] = signedName.exec(original.uniqueName ?? '') ?? [];
  const [forger] = tenant.users;
  if (owner === undefined || marker === undefined || forger === undefined) return;
  if (random.fraction(`is forged ${original.id}`) >= profile.forgeryChance) return;
  const other = random.guid(`forged marker ${original.id}`);
  const changed = `${signature.slice(0, -1)}${signature.endsWith('0') ? '1' : '0'}`;
  const forms: readonly Partial<Pick<SimulatedGroup, 'uniqueName' | 'description'>>[] = [
    { uniqueName: `groupwright-m-${owner}-${marker}-${changed}` },
    { uniqueName: `groupwright-m-${owner}-${other}-${signature}` },
    { uniqueName: `groupwright-m-${owner}-${original.id.slice(0, 8)}` },
    { uniqueName: `groupwright-m-${owner}-${marker}` },
    { uniqueName: `groupwright-m-${owner}-${other}` },
    { description: `[groupwright:${owner}:${marker}]` },
    { description: `[groupwright:${owner}:${marker}:${signature}]` },
    { description: `[groupwright:${owner}:${other}:${signature}]` },
  ];
  const form = forms[Math.floor(random.fraction(`forgery ${original.id}`) * forms.length)];
  const mailNickname = `${original.mailNickname}-copy`;
  const forged: SimulatedGroup = {
    ...original,
    id: random.guid(`forged group ${original.id}`),
    uniqueName: null,
    displayName: `${original.displayName}-copy`,
    mailNickname,
    mail: `${mailNickname}@${tenant.domain}`,
    owners: new Set([forger.id]),
    members: new Set([forger.id]),
    createdAt: now,
    visibleAt: now,
    visibleToTeamsAt: now,
    ...form,
  };
  tenant.groups.set(forged.id, forged);
  tenant.byNickname.set(mailNickname.toLowerCase(), forged);
  if (forged.uniqueName !== null) tenant.byUniqueName.set(forged.uniqueName, forged);
  tenant.forgedGroupIds.add(forged.id);
}
