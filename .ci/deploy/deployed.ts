import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../readmes/blocks.ts'

/** A server as a deployment file describes it. Paths are on the machine or in the container that it is for. */
export interface Deployed {
  readonly command: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly workingDirectory: string
  /** The only folder that it can write, if there is one. */
  readonly data?: string
  /** Its user and group, if the file names them. */
  readonly user?: number
  /** The paths of the secrets that it can read, by their names. */
  readonly secrets: Readonly<Record<string, string>>
  /** The milliseconds between the signal to stop and the kill. */
  readonly graceMs: number
}

/** The folder with the deployment files. */
export const folder = join(root, 'packages/server/deploy')

/** Returns the text of a deployment file. */
export const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8')
