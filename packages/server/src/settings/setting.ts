/** The groups of settings, in the order of `--help` and of the page of settings, with their titles. */
export const settingGroups = {
  http: 'Addresses and HTTP',
  store: 'Store and retention',
  accounts: 'Accounts and API keys',
  oidc: 'Single sign-on',
  flags: 'Flags and experiments',
  dashboard: 'Dashboard and descriptions',
  portal: 'Developer portal',
  copies: 'Webhooks and sinks',
  snapshots: 'Snapshots and buckets',
  scripts: 'Scripts and workflows',
  jvm: 'Scripts of the JVM',
  observing: 'Logs, traces, probes and metrics',
  gateway: 'Gateway',
  planes: 'Data planes',
} as const

/** A setting: read from an environment variable, the config file, or an option of `createServer`. */
export interface Setting<T> {
  /** Its environment variable. @default `SIGNALBOX_` and the name in capitals */
  readonly variable?: string
  /** An alternative place in the config file, as a path of members. */
  readonly place?: readonly string[]
  /** The default value. */
  readonly initial: T
  /** Where `--help` and the page of settings list it. */
  readonly group: keyof typeof settingGroups
  /** What it is, in at most 100 characters, without a full stop. */
  readonly about: string
  /** What else must be known of it, without a full stop at the end. @default nothing */
  readonly more?: string
  /** The valid values, as the end of a sentence "… must be". */
  readonly allowed: string
  /** Whether the value may contain a password and is never shown. */
  readonly secret?: true
  /** Reads the value from a text or from JSON; `undefined` if it is invalid. */
  readonly read: (value: unknown) => T | undefined
  /** What may be meant by an invalid text. Does not show a password. @default nothing */
  readonly nearest?: (text: string) => string | undefined
}

/** Returns a function that declares settings of a group, with the types of their values. */
export const settingIn =
  (group: Setting<unknown>['group']) =>
  <T>(definition: Omit<Setting<T>, 'group'>): Setting<T> => ({ ...definition, group })

/** Reads whole numbers from `minimum` to `maximum`. */
export const wholeNumber = (minimum: number, maximum: number) => (value: unknown) => {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return Number.isInteger(number) && (number as number) >= minimum && (number as number) <= maximum
    ? (number as number)
    : undefined
}

/** Reads one of the given texts. */
export const oneOf =
  <const T extends string>(...texts: readonly T[]) =>
  (value: unknown) =>
    texts.find((text) => text === value)

/** Reads a word, or what `read` reads. */
export const wordOr =
  <const W extends string, T>(word: W, read: (value: unknown) => T | undefined) =>
  (value: unknown): W | T | undefined =>
    value === word ? word : read(value)

/** Reads a list of texts, as an array or separated by commas. Each must pass the test. */
export const listOf = (fits: (text: string) => boolean) => (value: unknown) => {
  const items: unknown = typeof value === 'string' ? value.split(',').map((item) => item.trim()) : value
  return Array.isArray(items) && items.every((item) => typeof item === 'string' && fits(item))
    ? (items as readonly string[])
    : undefined
}

/** Reads a text that passes the test. */
export const textThat = (fits: (text: string) => boolean) => (value: unknown) =>
  typeof value === 'string' && fits(value) ? value : undefined

/** Reads `true` and `false`, as JSON or as text. */
export const trueOrFalse = (value: unknown) => [true, false].find((one) => value === one || value === String(one))

/** Reads a number from 0 to 1. */
export function share(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d(\.\d{1,10})?$/.test(value) ? Number(value) : value
  return typeof number === 'number' && number >= 0 && number <= 1 ? number : undefined
}

/** Reads a number above 0, at most 1. */
export const partOfAll = (value: unknown): number | undefined => share(value) || undefined

/** Reads a text that passes the test. `$NAME` stands for the variable NAME of the environment, so that a file has no secret. */
export const textOrVariable = (fits: (text: string) => boolean) => (value: unknown) => {
  const [, name] = typeof value === 'string' ? (/^\$([A-Za-z_]\w*)$/.exec(value) ?? []) : []
  const text = name === undefined ? value : process.env[name]
  return typeof text === 'string' && fits(text) ? text : undefined
}
