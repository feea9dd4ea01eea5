import type { ComponentType } from 'preact'
import type { IconName } from './parts/Icon.tsx'
import type { ParamsOf } from './path-to.ts'

/** What a screen gets: the decoded parameters of its path. */
export type ScreenOf<P extends string> = ComponentType<ParamsOf<P>>

/** One screen of the dashboard. */
export interface Screen {
  /** Its path below the mount. Ids are one segment, percent-encoded. */
  readonly path: string
  /** Its name in the navigation, in the title and in the search. */
  readonly title: string
  /** Its place in the navigation; absent: it has no entry there. */
  readonly entry?: { readonly group?: 'Flags' | 'Gateway' | 'Box'; readonly icon: IconName }
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

/** Every screen, in the order of the navigation. The first that matches a path is shown. */
export const screens: readonly Screen[] = [
  screen('/', {
    title: 'Overview',
    entry: { icon: 'layout-dashboard' },
    key: 'o',
    load: async () => (await import('./screens/overview/Overview.tsx')).Overview,
  }),
  screen('/features', {
    title: 'Features',
    entry: { group: 'Flags', icon: 'toggle-left' },
    key: 'f',
    domain: 'Feature',
    load: async () => (await import('./screens/features/Features.tsx')).Features,
  }),
  screen('/features/:id', {
    title: 'Feature',
    within: '/features',
    domain: 'Feature',
    load: async () => (await import('./screens/features/Features.tsx')).Features,
  }),
  screen('/segments', {
    title: 'Segments',
    entry: { group: 'Flags', icon: 'users' },
    key: 'm',
    domain: 'Segment',
    load: async () => (await import('./screens/segments/Segments.tsx')).Segments,
  }),
  screen('/segments/:id', {
    title: 'Segment',
    within: '/segments',
    domain: 'Segment',
    load: async () => (await import('./screens/segments/Segments.tsx')).Segments,
  }),
  screen('/configs', {
    title: 'Configs',
    entry: { group: 'Flags', icon: 'braces' },
    key: 'c',
    domain: 'Config',
    load: async () => (await import('./screens/configs/Configs.tsx')).Configs,
  }),
  screen('/configs/:id', {
    title: 'Config',
    within: '/configs',
    domain: 'Config',
    load: async () => (await import('./screens/configs/Configs.tsx')).Configs,
  }),
  screen('/experiments', {
    title: 'Experiments',
    entry: { group: 'Flags', icon: 'flask-conical' },
    key: 'e',
    domain: 'Experiment',
    load: async () => (await import('./screens/experiments/Experiments.tsx')).Experiments,
  }),
  screen('/experiments/:id', {
    title: 'Experiment',
    within: '/experiments',
    domain: 'Experiment',
    load: async () => (await import('./screens/experiments/Experiments.tsx')).Experiments,
  }),
  screen('/scripts', {
    title: 'Scripts',
    entry: { group: 'Flags', icon: 'file-code' },
    key: 's',
    domain: 'Script',
    load: async () => (await import('./screens/scripts/Scripts.tsx')).Scripts,
  }),
  screen('/scripts/:id', {
    title: 'Script',
    within: '/scripts',
    domain: 'Script',
    load: async () => (await import('./screens/scripts/Scripts.tsx')).Scripts,
  }),
  screen('/gateway/apis', {
    title: 'APIs',
    entry: { group: 'Gateway', icon: 'route' },
    key: 'a',
    domain: 'Api',
    load: async () => (await import('./screens/apis/Apis.tsx')).Apis,
  }),
  screen('/gateway/apis/:id', {
    title: 'API',
    within: '/gateway/apis',
    domain: 'Api',
    load: async () => (await import('./screens/apis/Apis.tsx')).Apis,
  }),
  screen('/gateway/routes', {
    title: 'Routes',
    entry: { group: 'Gateway', icon: 'signpost' },
    key: 'r',
    domain: 'Api',
    load: async () => (await import('./screens/routes/Routes.tsx')).Routes,
  }),
  screen('/gateway/routes/explain', {
    title: 'Which route takes this',
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
  screen('/gateway/traffic', {
    title: 'Traffic',
    entry: { group: 'Gateway', icon: 'activity' },
    key: 't',
    domain: 'Api',
    load: async () => (await import('./screens/traffic/Traffic.tsx')).Traffic,
  }),
  screen('/gateway/subscriptions', {
    title: 'Subscriptions',
    entry: { group: 'Gateway', icon: 'ticket' },
    key: 'k',
    domain: 'Subscription',
    load: async () => (await import('./screens/subscriptions/Subscriptions.tsx')).Subscriptions,
  }),
  screen('/gateway/subscriptions/:id', {
    title: 'Subscription',
    within: '/gateway/subscriptions',
    domain: 'Subscription',
    load: async () => (await import('./screens/subscriptions/Subscriptions.tsx')).Subscriptions,
  }),
  screen('/gateway/backends', {
    title: 'Backends',
    entry: { group: 'Gateway', icon: 'server' },
    key: 'b',
    domain: 'Backend',
    load: async () => (await import('./screens/backends/Backends.tsx')).Backends,
  }),
  screen('/gateway/backends/:id', {
    title: 'Backend',
    within: '/gateway/backends',
    domain: 'Backend',
    load: async () => (await import('./screens/backends/Backends.tsx')).Backends,
  }),
  screen('/gateway/errors', {
    title: 'Error pages',
    entry: { group: 'Gateway', icon: 'file-warning' },
    key: 'x',
    domain: 'ErrorTemplate',
    load: async () => (await import('./screens/error-pages/ErrorPages.tsx')).ErrorPages,
  }),
  screen('/gateway/errors/:id', {
    title: 'Error page',
    within: '/gateway/errors',
    domain: 'ErrorTemplate',
    load: async () => (await import('./screens/error-pages/ErrorPages.tsx')).ErrorPages,
  }),
  screen('/workflows', {
    title: 'Workflows',
    entry: { group: 'Gateway', icon: 'workflow' },
    key: 'w',
    domain: 'Workflow',
    load: async () => (await import('./screens/workflows/Workflows.tsx')).Workflows,
  }),
  screen('/workflows/:id', {
    title: 'Workflow',
    within: '/workflows',
    domain: 'Workflow',
    load: async () => (await import('./screens/workflows/Workflows.tsx')).Workflows,
  }),
  screen('/events', {
    title: 'Events',
    entry: { group: 'Box', icon: 'scroll-text' },
    key: 'l',
    load: async () => (await import('./screens/events/Events.tsx')).Events,
  }),
  screen('/hooks', {
    title: 'Webhooks',
    entry: { group: 'Box', icon: 'webhook' },
    key: 'h',
    domain: 'Webhook',
    load: async () => (await import('./screens/webhooks/Webhooks.tsx')).Webhooks,
  }),
  screen('/hooks/:id', {
    title: 'Webhook',
    within: '/hooks',
    domain: 'Webhook',
    load: async () => (await import('./screens/webhooks/Webhooks.tsx')).Webhooks,
  }),
  screen('/access', {
    title: 'Access',
    entry: { group: 'Box', icon: 'key-round' },
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
    entry: { group: 'Box', icon: 'settings' },
    key: ',',
    load: async () => (await import('./screens/settings/Settings.tsx')).Settings,
  }),
  screen('/sign-in', {
    title: 'Sign in',
    isOpen: true,
    load: async () => (await import('./screens/sign-in/SignIn.tsx')).SignIn,
  }),
]
