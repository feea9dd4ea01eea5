import type { ComponentType } from 'preact'
import type { KindDefinition } from './kinds/kind.ts'
import { definitionOf, type Kind, type kinds } from './kinds/kinds.ts'
import type { MenuPlace } from './kinds/menu-place.ts'
import type { ParamsOf } from './place/path-to.ts'
import { capitalized } from './words/words.ts'

/** What a screen gets: the decoded parameters of its path. */
export type ScreenOf<P extends string> = ComponentType<ParamsOf<P>>

/** One screen of the dashboard. */
export interface Screen {
  /** Its path below the mount. Ids are one segment, percent-encoded. */
  readonly path: string
  /** Its name in the navigation, in the title and in the search. */
  readonly title: string
  /** Its place in the navigation; absent: it has no entry there. */
  readonly entry?: MenuPlace
  /** The key that goes there after `g`. */
  readonly key?: string
  /** The path of the screen whose list it stands beside. On small screens it has a link back to it. */
  readonly within?: string
  /** The address of that link, if it is not the path of that screen. */
  readonly back?: string
  /** The domain that the caller must be allowed to read. */
  readonly domain?: string
  /** Whether it is shown without a session, and without the frame. */
  readonly isOpen?: boolean
  /** Loads its code. */
  readonly load: () => Promise<AnyScreen>
}

/** A screen that takes the parameters of whatever path led to it. */
export type AnyScreen = ComponentType<Readonly<Record<string, string>>>

const screen = <const P extends string>(
  path: P,
  rest: Omit<Screen, 'path' | 'load'> & { readonly load: () => Promise<ScreenOf<P>> },
): Screen => ({ path, ...rest }) as unknown as Screen

/** The list of a kind; with an id, the same component shows that record beside it. */
function listOf(
  kind: KindWithScreen,
  list: () => Promise<ComponentType<{ readonly id?: string | undefined }>>,
): readonly Screen[] {
  const { domain, path, nouns, screen } = definitionOf(kind) as KindDefinition &
    Required<Pick<KindDefinition, 'screen'>>
  const [one, many] = nouns.map(capitalized) as [string, string]
  const { isAlways = false, key, ...place } = screen
  const load = list as () => Promise<AnyScreen>
  return [
    {
      path,
      title: many,
      entry: isAlways ? place : { ...place, domains: place.group === 'Gateway' ? ['Api', domain] : [domain] },
      key,
      domain,
      load,
    },
    { path: `${path}/:id`, title: one, within: path, domain, load },
  ]
}

/** The kinds with a list in the navigation. */
type KindWithScreen = { [K in Kind]: (typeof kinds)[K] extends { readonly screen: object } ? K : never }[Kind]

/** Every screen, in the order of the navigation. The first that matches a path is shown. */
export const screens: readonly Screen[] = [
  screen('/', {
    title: 'Overview',
    entry: { icon: 'layout-dashboard', isOnPhones: true },
    key: 'o',
    load: async () => (await import('./screens/overview/Overview.tsx')).Overview,
  }),
  ...listOf('features', async () => (await import('./screens/features/Features.tsx')).Features),
  ...listOf('configs', async () => (await import('./screens/configs/Configs.tsx')).Configs),
  ...listOf('segments', async () => (await import('./screens/segments/Segments.tsx')).Segments),
  ...listOf('experiments', async () => (await import('./screens/experiments/Experiments.tsx')).Experiments),
  ...listOf('apis', async () => (await import('./screens/apis/Apis.tsx')).Apis),
  screen('/gateway/traffic', {
    title: 'Traffic',
    entry: { group: 'Gateway', icon: 'activity', domains: ['Api'] },
    key: 't',
    domain: 'Api',
    load: async () => (await import('./screens/traffic/Traffic.tsx')).Traffic,
  }),
  ...listOf('backends', async () => (await import('./screens/backends/Backends.tsx')).Backends),
  ...listOf('subscriptions', async () => (await import('./screens/subscriptions/Subscriptions.tsx')).Subscriptions),
  screen('/gateway/requests', {
    title: 'Requests',
    entry: { group: 'Portal', icon: 'ticket', domains: ['Developer', 'Application', 'Subscription'] },
    key: 'q',
    domain: 'Subscription',
    load: async () => (await import('./screens/portal/Requests.tsx')).Requests,
  }),
  screen('/gateway/developers', {
    title: 'Developers',
    entry: { group: 'Portal', icon: 'users', domains: ['Developer', 'Application'] },
    key: 'd',
    domain: 'Developer',
    load: async () => (await import('./screens/portal/Developers.tsx')).Developers,
  }),
  screen('/gateway/developers/:id', {
    title: 'Developer',
    within: '/gateway/developers',
    domain: 'Developer',
    load: async () => (await import('./screens/portal/Developers.tsx')).Developers,
  }),
  screen('/gateway/applications', {
    title: 'Applications',
    entry: { group: 'Portal', icon: 'list-tree', domains: ['Developer', 'Application'] },
    key: 'p',
    domain: 'Application',
    load: async () => (await import('./screens/portal/Applications.tsx')).Applications,
  }),
  screen('/gateway/applications/:id', {
    title: 'Application',
    within: '/gateway/applications',
    domain: 'Application',
    load: async () => (await import('./screens/portal/Applications.tsx')).Applications,
  }),
  screen('/events', {
    title: 'Events',
    entry: { group: 'System', icon: 'scroll-text' },
    key: 'l',
    load: async () => (await import('./screens/events/Events.tsx')).Events,
  }),
  ...listOf('webhooks', async () => (await import('./screens/webhooks/Webhooks.tsx')).Webhooks),
  screen('/access', {
    title: 'Access',
    entry: { group: 'System', icon: 'key-round' },
    key: 'u',
    domain: 'User',
    load: async () => (await import('./screens/access/Access.tsx')).AccessLists,
  }),
  screen('/access/users/:user', {
    title: 'User',
    within: '/access',
    domain: 'User',
    load: async () => (await import('./screens/access/Access.tsx')).Access,
  }),
  screen('/access/keys/:apiKey', {
    title: 'API key',
    within: '/access',
    back: '/access?tab=keys',
    domain: 'ApiKey',
    load: async () => (await import('./screens/access/Access.tsx')).Access,
  }),
  screen('/settings', {
    title: 'Settings',
    entry: { group: 'System', icon: 'settings' },
    key: ',',
    load: async () => (await import('./screens/settings/Settings.tsx')).Settings,
  }),
  screen('/gateway/routes', {
    title: 'Routes',
    entry: { group: 'Advanced', icon: 'signpost', domains: ['Api'] },
    key: 'r',
    domain: 'Api',
    load: async () => (await import('./screens/routes/Routes.tsx')).Routes,
  }),
  screen('/gateway/routes/explain', {
    title: 'Test a request',
    within: '/gateway/routes',
    domain: 'Api',
    load: async () => (await import('./screens/routes/Routes.tsx')).Routes,
  }),
  screen('/gateway/routes/:id', {
    title: 'Route',
    within: '/gateway/routes',
    domain: 'Api',
    load: async () => (await import('./screens/routes/Routes.tsx')).Routes,
  }),
  ...listOf('scripts', async () => (await import('./screens/scripts/Scripts.tsx')).Scripts),
  ...listOf('workflows', async () => (await import('./screens/workflows/Workflows.tsx')).Workflows),
  ...listOf('errorTemplates', async () => (await import('./screens/error-pages/ErrorPages.tsx')).ErrorPages),
  screen('/sign-in', {
    title: 'Sign in',
    isOpen: true,
    load: async () => (await import('./screens/sign-in/SignIn.tsx')).SignIn,
  }),
]
