// The sections of the admin center: the navigation, and the pages that the search offers. Those that concern the whole
// tenant are not for administrators who are limited to organisations.
import {
  ArrowSwapFilled,
  ArrowSwapRegular,
  BuildingFilled,
  BuildingRegular,
  bundleIcon,
  CalendarFilled,
  CalendarRegular,
  ChartMultipleFilled,
  ChartMultipleRegular,
  CheckmarkCircleFilled,
  CheckmarkCircleRegular,
  DataTrendingFilled,
  DataTrendingRegular,
  HistoryFilled,
  HistoryRegular,
  KeyFilled,
  KeyRegular,
  MailFilled,
  MailRegular,
  PeopleSearchFilled,
  PeopleSearchRegular,
  PeopleTeamFilled,
  PeopleTeamRegular,
  PersonKeyFilled,
  PersonKeyRegular,
  PersonSwapFilled,
  PersonSwapRegular,
  PlugConnectedFilled,
  PlugConnectedRegular,
  SendFilled,
  SendRegular,
  TaskListSquareLtrFilled,
  TaskListSquareLtrRegular,
  WarningFilled,
  WarningRegular,
  ShieldCheckmarkFilled,
  ShieldCheckmarkRegular,
} from '@fluentui/react-icons';
import { useIsLimited } from '../api/session.ts';

export const sections = [
  { name: 'overview', to: '/', Icon: bundleIcon(ChartMultipleFilled, ChartMultipleRegular) },
  { name: 'reports', to: '/reports', Icon: bundleIcon(DataTrendingFilled, DataTrendingRegular) },
  { name: 'groups', to: '/groups', Icon: bundleIcon(PeopleTeamFilled, PeopleTeamRegular) },
  {
    name: 'directoryGroups',
    isTenantWide: true,
    to: '/directory-groups',
    Icon: bundleIcon(PeopleSearchFilled, PeopleSearchRegular),
  },
  { name: 'findings', to: '/findings', Icon: bundleIcon(WarningFilled, WarningRegular) },
  {
    name: 'responsibility',
    to: '/responsibility',
    Icon: bundleIcon(PersonSwapFilled, PersonSwapRegular),
    alsoAt: ['/people'],
  },
  { name: 'lifecycle', to: '/lifecycle', Icon: bundleIcon(CalendarFilled, CalendarRegular) },
  {
    name: 'approvals',
    to: '/approvals',
    Icon: bundleIcon(CheckmarkCircleFilled, CheckmarkCircleRegular),
  },
  {
    name: 'tasks',
    to: '/tasks',
    Icon: bundleIcon(TaskListSquareLtrFilled, TaskListSquareLtrRegular),
  },
  {
    name: 'reviews',
    to: '/reviews',
    Icon: bundleIcon(ShieldCheckmarkFilled, ShieldCheckmarkRegular),
  },
  {
    name: 'messages',
    isTenantWide: true,
    to: '/messages',
    Icon: bundleIcon(MailFilled, MailRegular),
  },
  {
    name: 'organisations',
    to: '/organisations',
    Icon: bundleIcon(BuildingFilled, BuildingRegular),
    alsoAt: ['/templates'],
  },
  { name: 'apiKeys', isTenantWide: true, to: '/api-keys', Icon: bundleIcon(KeyFilled, KeyRegular) },
  {
    name: 'requests',
    isTenantWide: true,
    to: '/requests',
    Icon: bundleIcon(ArrowSwapFilled, ArrowSwapRegular),
  },
  {
    name: 'webhooks',
    isTenantWide: true,
    to: '/webhooks',
    Icon: bundleIcon(SendFilled, SendRegular),
  },
  {
    name: 'directory',
    isTenantWide: true,
    to: '/directory',
    Icon: bundleIcon(PlugConnectedFilled, PlugConnectedRegular),
  },
  {
    name: 'activity',
    isTenantWide: true,
    to: '/activity',
    Icon: bundleIcon(HistoryFilled, HistoryRegular),
  },
  {
    name: 'administrators',
    isTenantWide: true,
    to: '/administrators',
    Icon: bundleIcon(PersonKeyFilled, PersonKeyRegular),
  },
] as const;

export type Section = (typeof sections)[number];

/** Those that the user may open. */
export function useSections(): readonly Section[] {
  const isLimited = useIsLimited();
  return isLimited ? sections.filter((section) => !('isTenantWide' in section)) : sections;
}

/** The section of a page that the user may not open; undefined: they may. */
export function useSectionBeyondLimit(pathname: string): SectionName | undefined {
  const open = useSections();
  const name = sectionOf(pathname);
  return open.some((section) => section.name === name) ? undefined : name;
}

export type SectionName = (typeof sections)[number]['name'];

/** The section that a page belongs to; undefined for a page of none. */
export function sectionOf(pathname: string): SectionName | undefined {
  const isWithin = (path: string) => pathname === path || pathname.startsWith(`${path}/`);
  return sections.find(
    (section) =>
      isWithin(section.to) ||
      ('alsoAt' in section && section.alsoAt.some((path) => isWithin(path))),
  )?.name;
}
