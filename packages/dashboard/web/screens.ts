import type { ComponentType } from 'preact'

/** The parameters in a path: `/features/:id` has `id`. */
export type ParamsOf<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? { readonly [N in Name]: string } & Omit<ParamsOf<`/${Rest}`>, 'id'>
  : P extends `${string}:${infer Name}`
    ? { readonly [N in Name]: string }
    : { readonly id?: undefined }

/** What a screen gets: the decoded parameters of its path. */
export type ScreenOf<P extends string> = ComponentType<ParamsOf<P>>

/** One screen of the dashboard. */
export interface Screen {
  /** Its path below the mount. Ids are one segment, percent-encoded. */
  readonly path: string
  /** Its name in the navigation, in the title and in the search. */
  readonly title: string
  /** Its group in the navigation; absent: it has no entry there. */
  readonly group?: 'Flags' | 'Traffic' | 'Box'
  /** The key that goes there after `g`. */
  readonly key?: string
  /** The domain that the caller must be allowed to read. */
  readonly domain?: string
  /** Loads its code. */
  readonly load: () => Promise<ComponentType<Record<string, string>>>
}

const screen = <const P extends string>(
  path: P,
  rest: Omit<Screen, 'path' | 'load'> & { readonly load: () => Promise<ScreenOf<P>> },
): Screen => ({ path, ...rest }) as unknown as Screen

/** Every screen, in the order of the navigation. The first that matches a path is shown. */
export const screens: readonly Screen[] = [
  screen('/', { title: 'Overview', load: async () => (await import('./screens/overview/Overview.tsx')).Overview }),
  screen('/features', {
    title: 'Features',
    group: 'Flags',
    key: 'f',
    domain: 'Feature',
    load: async () => (await import('./screens/features/Features.tsx')).Features,
  }),
  screen('/features/:id', {
    title: 'Feature',
    domain: 'Feature',
    load: async () => (await import('./screens/features/Features.tsx')).Features,
  }),
  screen('/segments', {
    title: 'Segments',
    group: 'Flags',
    key: 'm',
    domain: 'Segment',
    load: async () => (await import('./screens/segments/Segments.tsx')).Segments,
  }),
  screen('/segments/:id', {
    title: 'Segment',
    domain: 'Segment',
    load: async () => (await import('./screens/segments/Segments.tsx')).Segments,
  }),
  screen('/events', {
    title: 'Events',
    group: 'Box',
    load: async () => (await import('./screens/events/Events.tsx')).Events,
  }),
  screen('/settings', {
    title: 'Settings',
    group: 'Box',
    load: async () => (await import('./screens/settings/Settings.tsx')).Settings,
  }),
]
