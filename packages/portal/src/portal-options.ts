import { checkOptions } from '@signalbox/core/errors'
import type { Context } from 'hono'
import type { SignInProvider } from './sign-in-provider.ts'
import { checkTheme } from './theme.ts'

/** A person whom the host has signed in. */
export interface Person {
  /** The same at every visit: letters, digits and `_@.-`. */
  readonly id: string
  readonly name: string
  /** An address that belongs to the person. @default none */
  readonly email?: string
  /** Groups that audiences of APIs and plans may require. @default none */
  readonly groups?: readonly string[]
}

/** Finds the person who sends a request; `undefined` if nobody is signed in. */
export type Authenticate = (request: Request) => Person | undefined | Promise<Person | undefined>

/** Options of `portal`. */
export interface PortalOptions {
  /**
   * Which APIs have pages: a pattern of ids, such as `shop-*`. An id without `*` is one API, whose pages are at the mount itself.
   * @default '*'
   */
  readonly apis?: string
  /** The name of the portal, in the title of each page. @default 'Developers' */
  readonly title?: string
  /**
   * Declarations that change the look: `--portal-accent: #b00020; --portal-radius: 0`. The names after
   * `--portal-` are `accent`, `accent-ink`, `ground`, `panel`, `ink`, `muted`, `line`, `sans`, `mono` and `radius`.
   * @default the look of the dashboard, light and dark
   */
  readonly theme?: string
  /**
   * Finds the person who sends a request, for hosts that sign people in themselves: it replaces sign-up and sign-in of the
   * portal. @default people have accounts as the option `developers` of the box says
   */
  readonly authenticate?: Authenticate
  /** With `authenticate`, where the host signs people in: they are sent there, with `to` to come back. @default nowhere */
  readonly signIn?: string
  /**
   * An identity provider that signs people in: it replaces sign-up and sign-in of the portal, which keeps the accounts and their
   * sessions. @default people have accounts as the option `developers` of the box says
   */
  readonly provider?: SignInProvider
  /**
   * The address under which readers reach the portal, for the sitemap and the API catalog. Its pages may send forms and calls, even
   * if a proxy hides the address. @default links are relative
   */
  readonly portalUrl?: string
  /** Returns the caller's address, by which sign-ups and failed sign-ins are throttled. @default the address of the socket, on Node */
  readonly addressOf?: (c: Context) => string
  /** Whether the visitor's connection is encrypted, and the session cookie with it. @default whether the URL is https */
  readonly isSecure?: (c: Context) => boolean
  /** Returns the time in epoch milliseconds. @default Date.now */
  readonly clock?: () => number
  /** Receives errors while pages are read. @default they are printed */
  readonly report?: (error: unknown) => void
}

/** Checks options. Throws a `TypeError` that names an unknown option, or an invalid one. */
export function checkPortalOptions(options: PortalOptions): void {
  checkOptions('portal', options, optionNames)
  const { apis, title, theme, portalUrl } = options
  demand('apis', apis, {
    allowed: 'an id of an API, or a pattern such as shop-*',
    fits: (text) => /^[\w@.*-]+$/.test(text),
  })
  demand('title', title, { allowed: 'a text that is not empty', fits: (text) => text.trim() !== '' })
  demand('portalUrl', portalUrl, { allowed: 'an address such as https://developers.example.com', fits: isAddress })
  demand('signIn', options.signIn, {
    allowed: 'a path such as /login, or an address',
    fits: (to) => /^(\/(?!\/)|https?:\/\/)/.test(to),
  })
  if (options.authenticate !== undefined && typeof options.authenticate !== 'function')
    throw new TypeError('The option authenticate of portal must be a function that returns a person, or undefined')
  if (options.signIn !== undefined && !options.authenticate)
    throw new TypeError('The option signIn of portal requires authenticate, which finds whom the host has signed in')
  if (options.provider !== undefined && typeof options.provider?.begin !== 'function')
    throw new TypeError(
      'The option provider of portal must be an object with a name and the functions begin and finish',
    )
  if (options.provider && options.authenticate)
    throw new TypeError('The options provider and authenticate of portal exclude each other: pass one of them')
  demand('theme', theme, { allowed: 'a text', fits: () => true })
  if (theme !== undefined) checkTheme(theme)
}

interface Rule {
  readonly allowed: string
  readonly fits: (text: string) => boolean
}

function demand(name: keyof PortalOptions, value: unknown, { allowed, fits }: Rule): void {
  if (value === undefined || (typeof value === 'string' && fits(value))) return
  throw new TypeError(`The option ${name} of portal must be ${allowed}`)
}

function isAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && `${url.username}${url.search}${url.hash}` === ''
}

const optionNames = {
  apis: true,
  title: true,
  theme: true,
  portalUrl: true,
  authenticate: true,
  signIn: true,
  provider: true,
  addressOf: true,
  isSecure: true,
  clock: true,
  report: true,
} as const satisfies Record<keyof PortalOptions, true>
