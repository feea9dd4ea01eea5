import { nearest } from '@signalbox/core/evaluate'
import type { ConfigFile } from './config-file.ts'
import { readSecretFiles } from './secret-files.ts'
import type { Setting } from './setting.ts'
import { type SettingName, type Settings, settingNames, settings, variableOf } from './settings.ts'

/** The settings from all sources. If there are problems, do not use them. */
export interface Reading {
  readonly settings: Settings
  /** The settings that a source has. The others have their defaults. */
  readonly given: ReadonlySet<SettingName>
  /** A message for each error. */
  readonly problems: readonly string[]
  /** A message for each entry that was ignored. */
  readonly warnings: readonly string[]
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads settings from the environment and the files of secrets that it names, then from the config file, then from the
 * defaults. An empty variable counts as absent.
 */
export function readSettings(variables: Environment, file?: ConfigFile): Reading {
  const { environment, problems: unusable } = readSecretFiles(variables)
  const given = settingNames.flatMap((name): Given[] => {
    const variable = variableOf(name)
    const text = environment[variable]
    if (text) return [{ name, label: variable, value: text }]
    return file ? givenIn(file, name) : []
  })
  const { settings, problems } = resolve(given)
  const strangers = file ? unknownKeys(file) : []
  return {
    settings,
    given: new Set(given.map(({ name }) => name)),
    problems: [...unusable, ...problems, ...strangers],
    warnings: unknownVariables(environment),
  }
}

/** Reads settings from options, then from the defaults. Throws a `RangeError` that names every invalid one. */
export function checkSettings(options: Partial<Settings>): Settings {
  const given = settingNames.filter((name) => options[name] !== undefined)
  const { settings, problems } = resolve(given.map((name) => ({ name, label: name, value: options[name] })))
  if (problems.length > 0) throw new RangeError(problems.join('; '))
  return settings
}

interface Given {
  readonly name: SettingName
  /** What messages call the setting: its variable, its place in the file, or its option. */
  readonly label: string
  readonly value: unknown
}

function resolve(given: readonly Given[]): Pick<Reading, 'settings' | 'problems'> {
  const values: Record<string, unknown> = {}
  const problems: string[] = []
  for (const name of settingNames) values[name] = settings[name].initial
  for (const { name, label, value } of given) {
    const { read, allowed, secret, nearest: meantBy }: Setting<unknown> = settings[name]
    const found = read(value)
    if (found !== undefined) values[name] = found
    else if (secret) problems.push(`${label} is invalid: expected ${allowed}${hint(meantBy?.(String(value)))}`)
    else
      problems.push(
        `${label} is invalid: expected ${allowed}, not ${(JSON.stringify(value) ?? String(value)).slice(0, 200)}`,
      )
  }
  return { settings: values as unknown as Settings, problems: [...problems, ...halfPairs(given)] }
}

/** Settings that must be given together. */
const pairs = [
  ['clientId', 'clientSecret'],
  ['clientSecret', 'clientId'],
  ['fromClientId', 'fromClientSecret'],
  ['fromClientSecret', 'fromClientId'],
  ['oidcIssuer', 'oidcClientId'],
  ['oidcClientId', 'oidcIssuer'],
  ['tlsCert', 'tlsKey'],
  ['tlsKey', 'tlsCert'],
  ['gatewayTlsCert', 'gatewayTlsKey'],
  ['gatewayTlsKey', 'gatewayTlsCert'],
] as const satisfies readonly (readonly [SettingName, SettingName])[]

function halfPairs(given: readonly Given[]): string[] {
  const set = new Map(given.filter(({ value }) => value !== '').map((one) => [one.name, one]))
  return pairs.flatMap(([name, other]) => {
    const one = set.get(name)
    if (!one || set.has(other) || settings[name].read(one.value) === undefined) return []
    const missing = one.label === variableOf(name) ? variableOf(other) : other
    return [`${one.label} is set, but ${missing} is not: set both or neither`]
  })
}

/** Returns the value of a setting in a file: under its name, or else in its alternative place. */
function givenIn({ path, values }: ConfigFile, name: SettingName): Given[] {
  if (Object.hasOwn(values, name)) return [{ name, label: `${name} in ${path}`, value: values[name] }]
  const { place }: Setting<unknown> = settings[name]
  const value = place?.reduce<unknown>((node, key) => (isObject(node) ? node[key] : undefined), values)
  return value === undefined ? [] : [{ name, label: `${place?.join('.')} in ${path}`, value }]
}

function unknownKeys({ path, values }: ConfigFile): string[] {
  const places = settingNames.flatMap((name) => ((settings[name] as Setting<unknown>).place ?? [name]).join('.'))
  const known = [...settingNames, ...places]
  const isWithin = (key: string) => known.some((name) => name.startsWith(`${key}.`))
  const leaves = (node: Readonly<Record<string, unknown>>, before: string): string[] =>
    Object.entries(node).flatMap(([name, value]) => {
      const key = before + name
      return isWithin(key) && isObject(value) ? leaves(value, `${key}.`) : [key]
    })
  const unknown = leaves(values, '').filter((key) => !known.includes(key))
  return unknown.map((key) => `${key} in ${path} is an unknown setting${hint(nearest(key, known))}`)
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function unknownVariables(environment: Environment): string[] {
  const known = new Map(settingNames.map(variableOf).map((variable) => [bare(variable), variable]))
  const unknown = Object.keys(environment).filter((name) => bare(name) !== name && known.get(bare(name)) !== name)
  return unknown.map((name) => {
    const like = nearest(bare(name), known.keys())
    return `${name} is an unknown setting and has no effect${hint(like && known.get(like))}`
  })
}

/** Removes the prefix `SIGNALBOX_` from a variable; some variables do not have it. */
const bare = (variable: string): string => variable.replace(/^SIGNALBOX_/, '')

/** Returns a hint to the nearest known name, if there is one. */
const hint = (like: string | undefined): string => (like === undefined ? '' : ` (did you mean ${like}?)`)
