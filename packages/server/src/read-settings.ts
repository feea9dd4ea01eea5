import type { ConfigFile } from './config-file.ts'
import { nearest } from './nearest.ts'
import type { Setting } from './setting.ts'
import type { SettingName, Settings } from './settings.ts'
import { settingNames, settings, variableOf } from './settings.ts'

/** What the sources say together. With problems, the settings are not to be used. */
export interface Reading {
  readonly settings: Settings
  /** A sentence for each thing that is wrong. */
  readonly problems: readonly string[]
  /** A sentence for each thing that was passed over. */
  readonly warnings: readonly string[]
}

type Environment = Readonly<Record<string, string | undefined>>

/** Settings from the environment, else from the config file, else as the table has them. An empty variable counts as absent. */
export function readSettings(environment: Environment, file?: ConfigFile): Reading {
  const given = settingNames.flatMap((name): Given[] => {
    const variable = variableOf(name)
    const text = environment[variable]
    if (text) return [{ name, label: variable, value: text }]
    if (!file || !Object.hasOwn(file.values, name)) return []
    return [{ name, label: `${name} in ${file.path}`, value: file.values[name] }]
  })
  const { settings, problems } = resolve(given)
  const strangers = file ? unknownKeys(file) : []
  return { settings, problems: [...problems, ...strangers], warnings: unknownVariables(environment) }
}

/** Settings from options, else as the table has them. Throws a `RangeError` that names every wrong one. */
export function checkSettings(options: Partial<Settings>): Settings {
  const given = settingNames.filter((name) => options[name] !== undefined)
  const { settings, problems } = resolve(given.map((name) => ({ name, label: name, value: options[name] })))
  if (problems.length > 0) throw new RangeError(problems.join('; '))
  return settings
}

interface Given {
  readonly name: SettingName
  /** What the one who set it calls it. */
  readonly label: string
  readonly value: unknown
}

function resolve(given: readonly Given[]): Omit<Reading, 'warnings'> {
  const values: Record<string, unknown> = {}
  const problems: string[] = []
  for (const name of settingNames) values[name] = settings[name].initial
  for (const { name, label, value } of given) {
    const { read, allowed, secret }: Setting<unknown> = settings[name]
    const found = read(value)
    if (found !== undefined) values[name] = found
    else if (secret) problems.push(`${label} has a value that it cannot have: it must be ${allowed}`)
    else problems.push(`${label} is ${(JSON.stringify(value) ?? String(value)).slice(0, 200)}, but must be ${allowed}`)
  }
  return { settings: values as unknown as Settings, problems }
}

function unknownKeys({ path, values }: ConfigFile): string[] {
  const unknown = Object.keys(values).filter((key) => !Object.hasOwn(settings, key))
  return unknown.map((key) => `${key} in ${path} is no setting; the nearest is ${nearest(key, settingNames)}`)
}

function unknownVariables(environment: Environment): string[] {
  const known = settingNames.map(variableOf)
  const ours = known.filter((variable) => variable.startsWith('SIGNALBOX_'))
  const unknown = Object.keys(environment).filter((name) => name.startsWith('SIGNALBOX_') && !known.includes(name))
  return unknown.map((name) => `${name} is no setting and has no effect; the nearest is ${nearest(name, ours)}`)
}
