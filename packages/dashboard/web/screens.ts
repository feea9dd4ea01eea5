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
  readonly entry?: { readonly group?: 'Flags' | 'Traffic' | 'Box'; readonly icon: IconName }
  /** The key that goes there after `g`. */
  readonly key?: string
  /** The path of the screen whose list it stands beside. On small screens it has a link back to it. */
  readonly within?: string
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
  screen('/events', {
    title: 'Events',
    entry: { group: 'Box', icon: 'scroll-text' },
    key: 'l',
    load: async () => (await import('./screens/events/Events.tsx')).Events,
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
