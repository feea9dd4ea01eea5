import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { reasonOf } from './files.ts'

/** What a config file holds: settings by name, not yet checked. */
export interface ConfigFile {
  readonly path: string
  readonly values: Readonly<Record<string, unknown>>
}

/** The files that are looked for where the command runs. */
export const configFiles = ['signalbox.config.json', 'signalbox.config.yaml', 'signalbox.config.yml'] as const

/**
 * Reads the config file: the one named, else the one that is here, if any. Throws an `Error` whose sentence names the
 * file when it cannot be read, holds no object, or when there are two.
 */
export function readConfigFile(named?: string): ConfigFile | undefined {
  const found = named === undefined ? configFiles.filter((path) => existsSync(path)) : [named]
  const [path, other] = found
  if (path === undefined) return undefined
  if (other !== undefined) throw new Error(`There are ${path} and ${other}: keep one of them`)
  const values = parsed(path, text(path)) ?? {}
  if (typeof values === 'object' && !Array.isArray(values)) return { path, values: values as ConfigFile['values'] }
  throw new Error(
    `${path} must hold settings by name, such as ${path.endsWith('.json') ? '{"port": 9000}' : 'port: 9000'}`,
  )
}

function text(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    const advice = 'name a file of settings by --config, or leave it out'
    throw new Error(`The config file ${path} cannot be read: ${reasonOf(cause)}; ${advice}`, { cause })
  }
}

/** JSON is read as the YAML that it is: unlike those of `JSON.parse`, the sentences name a line and show no value. */
function parsed(path: string, content: string): unknown {
  try {
    return parse(content)
  } catch (cause) {
    throw new Error(`${path} is not ${path.endsWith('.json') ? 'JSON' : 'YAML'}: ${reason(cause)}`, { cause })
  }
}

/** The first line; those behind it show the place in the file, which may hold secrets. */
const reason = (cause: unknown): string => ((cause as Error).message.split('\n')[0] ?? '').replace(/:$/, '')
