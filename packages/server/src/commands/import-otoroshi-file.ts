import { readFile } from 'node:fs/promises'
import type { Signalbox } from '@signalbox/core'
import { importOtoroshi, type OtoroshiOptions, type OtoroshiOutcome } from '@signalbox/migrate/otoroshi'
import { parse } from 'yaml'
import { exactIntegers } from '../files/exact-yaml.ts'
import { cannotBe } from '../files/files.ts'

/** Imports a file that Otoroshi exported. Returns the lines to print, and how many records were refused. */
export async function importOtoroshiFile(
  box: Signalbox,
  path: string,
  options: Omit<OtoroshiOptions, 'parseYaml'>,
): Promise<OtoroshiOutcome> {
  const text = await readFile(path, 'utf8').catch(cannotBe('read', path, 'name a file exported by Otoroshi'))
  return importOtoroshi(box, text, {
    ...options,
    parseYaml: (yaml) => parse(yaml, { logLevel: 'error', ...exactIntegers }),
  })
}
