import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Returns whether a program is installed. Without it, prints which suite is skipped and why; in CI throws instead, so that
 * no suite is left out unseen.
 *
 * @example
 * ```ts
 * describe.runIf(hasProgram('redis-server', 'redisSink'))('redisSink', () => {})
 * ```
 */
export function hasProgram(program: string, suite: string): boolean {
  if (programFolders().some((folder) => isExecutable(join(folder, program)))) return true
  const missing = `${program} is not installed: run .ci/install-brokers, or install it with the packages of your system`
  if (process.env.CI === 'true') throw new Error(missing)
  console.warn(`The suite "${suite}" is skipped, because ${missing}`)
  return false
}

/** Where programs are. Debian has servers in a folder that only root has in its path. */
export const programFolders = (): string[] => [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
