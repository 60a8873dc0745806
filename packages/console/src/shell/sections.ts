// The entries of the navigation and the sections of each, which are its tabs. The search offers every section. Those that
// concern the whole tenant are not for administrators who are limited to organisations, and a sandbox has its own.
import {
  BeakerFilled,
  BeakerRegular,
  BuildingFilled,
  BuildingRegular,
  bundleIcon,
  CalendarFilled,
  CalendarRegular,
  HistoryFilled,
  HistoryRegular,
  HomeFilled,
  HomeRegular,
  PeopleTeamFilled,
  PeopleTeamRegular,
  PersonFilled,
  PersonRegular,
  PlugConnectedFilled,
  PlugConnectedRegular,
  SettingsFilled,
  SettingsRegular,
  TaskListSquareLtrFilled,
  TaskListSquareLtrRegular,
} from '@fluentui/react-icons';
import { useSession } from '../api/session.ts';

/** The lines between the groups of the navigation are above the entries with `isFirstOfGroup`. */
export const entries = [
  { name: 'home', Icon: bundleIcon(HomeFilled, HomeRegular) },
  { name: 'toDo', Icon: bundleIcon(TaskListSquareLtrFilled, TaskListSquareLtrRegular) },
  { name: 'groups', Icon: bundleIcon(PeopleTeamFilled, PeopleTeamRegular), isFirstOfGroup: true },
  { name: 'lifecycle', Icon: bundleIcon(CalendarFilled, CalendarRegular) },
  { name: 'people', Icon: bundleIcon(PersonFilled, PersonRegular) },
  { name: 'templates', Icon: bundleIcon(BuildingFilled, BuildingRegular) },
  {
    name: 'integrations',
    Icon: bundleIcon(PlugConnectedFilled, PlugConnectedRegular),
    isFirstOfGroup: true,
  },
  { name: 'logs', Icon: bundleIcon(HistoryFilled, HistoryRegular) },
  { name: 'settings', Icon: bundleIcon(SettingsFilled, SettingsRegular), isFirstOfGroup: true },
  { name: 'sandbox', Icon: bundleIcon(BeakerFilled, BeakerRegular) },
] as const;

export type Entry = (typeof entries)[number];

const tenantWide = { isTenantWide: true } as const;

export const sections = [
  { name: 'overview', of: 'home', to: '/' },
  { name: 'reports', of: 'home', to: '/reports' },
  { name: 'toDo', of: 'toDo', to: '/to-do', alsoAt: '/reviews' },
  { name: 'groups', of: 'groups', to: '/groups' },
  { name: 'directoryGroups', of: 'groups', to: '/directory-groups', ...tenantWide },
  { name: 'lifecycle', of: 'lifecycle', to: '/lifecycle' },
  { name: 'people', of: 'people', to: '/people' },
  { name: 'organisations', of: 'templates', to: '/organisations', alsoAt: '/templates' },
  { name: 'apiKeys', of: 'integrations', to: '/api-keys', ...tenantWide },
  { name: 'requests', of: 'integrations', to: '/requests', ...tenantWide },
  { name: 'webhooks', of: 'integrations', to: '/webhooks', ...tenantWide },
  { name: 'activity', of: 'logs', to: '/activity', ...tenantWide },
  { name: 'batches', of: 'logs', to: '/batches' },
  { name: 'messages', of: 'logs', to: '/messages', ...tenantWide },
  { name: 'directory', of: 'settings', to: '/directory', ...tenantWide },
  { name: 'administrators', of: 'settings', to: '/administrators', ...tenantWide },
  { name: 'signIn', of: 'settings', to: '/sign-in-provider', ...tenantWide },
  { name: 'noticeTexts', of: 'settings', to: '/messages/texts', ...tenantWide },
  { name: 'blockedWords', of: 'settings', to: '/blocked-words', ...tenantWide },
  { name: 'sandbox', of: 'sandbox', to: '/sandbox', ...tenantWide },
] as const;

export type Section = (typeof sections)[number];
export type SectionName = Section['name'];

/** The user may open these sections, and the tenant has them. */
export function useSections(): readonly Section[] {
  const { administrator, tenant } = useSession();
  const isLimited = administrator.organisationIds !== null;
  return sections.filter(
    (section) =>
      !(isLimited && 'isTenantWide' in section) &&
      (section.name !== 'sandbox' || tenant.directory === 'sandbox'),
  );
}

/** The section of a page that the user may not open; undefined: they may. */
export function useSectionBeyondLimit(pathname: string): SectionName | undefined {
  const isLimited = useSession().administrator.organisationIds !== null;
  const section = sectionOf(pathname);
  return isLimited && section !== undefined && 'isTenantWide' in section ? section.name : undefined;
}

/** The section that a page belongs to, by the longest address; undefined for a page of none. */
export function sectionOf(pathname: string): Section | undefined {
  const lengthOf = (section: Section) => {
    const paths = 'alsoAt' in section ? [section.to, section.alsoAt] : [section.to];
    return paths.find((path) => pathname === path || pathname.startsWith(`${path}/`))?.length ?? 0;
  };
  return sections
    .filter((section) => lengthOf(section) > 0)
    .toSorted((one, other) => lengthOf(other) - lengthOf(one))[0];
}
