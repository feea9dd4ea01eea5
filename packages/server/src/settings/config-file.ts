import { existsSync, readFileSync } from 'node:fs'
import { exactIntegers } from '../files/exact-yaml.ts'
import { reasonOf } from '../files/files.ts'

/** The contents of a config file: settings by name, not yet validated. */
export interface ConfigFile {
  readonly path: string
  readonly values: Readonly<Record<string, unknown>>
}

/** The default config files, in the working directory. */
export const configFiles = ['signalbox.config.json', 'signalbox.config.yaml', 'signalbox.config.yml'] as const

/**
 * Reads the named config file, or else the default one, if it exists. Rejects with an `Error` that names the file if it
 * cannot be read or does not contain an object, or if there are two default files.
 */
export async function readConfigFile(named?: string): Promise<ConfigFile | undefined> {
  const found = named === undefined ? configFiles.filter((path) => existsSync(path)) : [named]
  const [path, other] = found
  if (path === undefined) return undefined
  if (other !== undefined) throw new Error(`Both ${path} and ${other} exist: remove one of them`)
  const values = (await parsed(path, text(path))) ?? {}
  if (typeof values === 'object' && !Array.isArray(values)) return { path, values: values as ConfigFile['values'] }
  throw new Error(
    `${path} must contain settings by name, such as ${path.endsWith('.json') ? '{"port": 9000}' : 'port: 9000'}`,
  )
}

function text(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    const advice = 'pass the path of a settings file to --config, or omit --config'
    throw new Error(`The config file ${path} cannot be read: ${reasonOf(cause)}; ${advice}`, { cause })
  }
}

/**
 * Parses JSON as YAML, a superset of it, because YAML errors name a line and show no values, unlike errors of
 * `JSON.parse`.
 */
async function parsed(path: string, content: string): Promise<unknown> {
  const { parse } = await import('yaml')
  try {
    return parse(content, exactIntegers)
  } catch (cause) {
    throw new Error(`${path} is not ${path.endsWith('.json') ? 'JSON' : 'YAML'}: ${reason(cause)}`, { cause })
  }
}

/** Keeps only the first line of the message: the lines after it quote the file, which may hold secrets. */
const reason = (cause: unknown): string => ((cause as Error).message.split('\n')[0] ?? '').replace(/:$/, '')
