import { readFileSync } from 'node:fs'
import { reasonOf } from '../files/files.ts'
import type { Setting } from './setting.ts'
import { settingNames, settings, variableOf } from './settings.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** An environment in which the files of secrets have been read. */
export interface SecretFiles {
  /** The environment, with the secrets in place of the variables that name their files. */
  readonly environment: Environment
  /** A message for each file that cannot be used. No message contains a secret. */
  readonly problems: readonly string[]
}

/** The variables of settings that may contain a password. */
export const secretVariables = settingNames
  .filter((name) => (settings[name] as Setting<unknown>).secret === true)
  .map((name) => variableOf(name))

/**
 * Reads each secret whose file is named by a variable ending in `_FILE`, such as `SIGNALBOX_STORE_FILE` for
 * `SIGNALBOX_STORE`. A line break at the end of the file does not count.
 */
export function readSecretFiles(given: Environment): SecretFiles {
  const environment = { ...given }
  const problems = secretVariables.flatMap((variable) => {
    const naming = `${variable}_FILE`
    const path = given[naming]
    delete environment[naming]
    if (!path) return []
    if (given[variable]) return [`${variable} and ${naming} are both set: set one of them`]
    try {
      const secret = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
      environment[variable] = secret
      return secret === '' ? [`${naming} is invalid: ${path} is empty; write the secret into it`] : []
    } catch (cause) {
      return [`${naming} is invalid: ${path} cannot be read: ${reasonOf(cause)}; name a file with the secret`]
    }
  })
  return { environment, problems }
}
