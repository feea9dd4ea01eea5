import { checkOptions } from '@signalbox/core/evaluate'

/** Options of `dashboard`. */
export interface DashboardOptions {
  /**
   * Where the API is: a path relative to the dashboard, such as `..` if the dashboard is mounted at `/admin` and the API
   * at `/`, or the address of another origin. The page sends no cookies to other origins, so users cannot sign in there.
   * @default '.'
   */
  readonly api?: string
  /** The page where users sign in, if your app has its own: a path relative to the dashboard, or an address. */
  readonly signIn?: string
  /** An identity provider with which users may sign in on the page of the dashboard, too. */
  readonly signInWith?: SignInWith
  /** The name of this installation, shown on top and in the title of the page. @default 'Signalbox' */
  readonly title?: string
  /** A CSS color for the edge of the page, so that production looks different: `crimson`, `#b00020`. @default none */
  readonly mark?: string
  /** Patterns of ids whose changes must be confirmed by typing the id, such as `prod:*`. @default none */
  readonly confirm?: readonly string[]
  /**
   * Where consumers read the documentation of APIs: a path relative to the dashboard, or an address. `false` if the portal is
   * off, which the page then says. @default the page says nothing about a portal
   */
  readonly portal?: string | false
  /** Whether the page offers no changes at all. This does not protect the API: use grants for that. @default false */
  readonly readOnly?: boolean
}

/** An identity provider on the sign-in page. */
export interface SignInWith {
  /** Its name, after "Sign in with". */
  readonly name: string
  /** Where users begin: an address or a path, which gets the page to go back to as the query `to`. */
  readonly url: string
  /** Who else logs in with a password: with `admin`, the form is folded away. @default 'all' */
  readonly passwords?: 'all' | 'admin'
}

/** Checks options. Throws a `TypeError` that names an unknown option, or one with an invalid value. */
export function checkDashboardOptions(options: DashboardOptions): void {
  checkOptions('dashboard', options, optionNames)
  for (const [name, { allowed, isValid }] of Object.entries(rules)) {
    const value: unknown = options[name as keyof DashboardOptions]
    if (value !== undefined && !isValid(value))
      throw new TypeError(`The option ${name} of dashboard must be ${allowed}`)
  }
}

/** The origin of an address; `undefined` for a path. */
export const originOf = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).origin : undefined

interface Rule {
  readonly allowed: string
  readonly isValid: (value: unknown) => boolean
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** Whether a value is an address of http or https, or a path. Paths that browsers read as another host are invalid. */
function isPlace(value: unknown): boolean {
  if (!isText(value)) return false
  if (URL.canParse(value)) return /^https?:$/.test(new URL(value).protocol) && new URL(value).username === ''
  const base = 'http://dashboard.invalid'
  return URL.canParse(value, base) && new URL(value, base).origin === base
}

const rules = {
  api: {
    allowed: 'a path, or an address of http or https, without a query',
    isValid: (value) => isPlace(value) && !/[?#]/.test(value as string),
  },
  signIn: { allowed: 'a path, or an address of http or https', isValid: isPlace },
  signInWith: {
    allowed: 'a name and a url, which is a path or an address of http or https',
    isValid: (value) => {
      const { name, url, passwords = 'all', ...others } = Object(value) as Partial<SignInWith>
      return isText(name) && isPlace(url) && ['all', 'admin'].includes(passwords) && Object.keys(others).length === 0
    },
  },
  title: { allowed: 'a text that is not empty', isValid: isText },
  mark: {
    allowed: 'a CSS color, such as crimson, #b00020 or oklch(.5 .2 27)',
    isValid: (value) => isText(value) && /^(#[\da-f]{3,8}|[a-z]+(\([\d\s.,%/a-z-]+\))?)$/i.test(value),
  },
  confirm: {
    allowed: 'a list of patterns, such as prod:*',
    isValid: (value) => Array.isArray(value) && value.every(isText),
  },
  portal: {
    allowed: 'false, a path, or an address of http or https, without a query',
    isValid: (value) => value === false || (isPlace(value) && !/[?#]/.test(value as string)),
  },
  readOnly: { allowed: 'true or false', isValid: (value) => typeof value === 'boolean' },
} satisfies Record<keyof DashboardOptions, Rule>

const optionNames = Object.fromEntries(Object.keys(rules).map((name) => [name, true as const]))
