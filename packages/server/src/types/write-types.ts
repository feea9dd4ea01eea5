import { readFile, writeFile } from 'node:fs/promises'
import { createSignalbox } from '@signalbox/core'
import { cannotBe } from '../files/files.ts'
import type { Settings } from '../settings/settings.ts'
import { isStoreOnly, nameStore, openStore } from '../stores/stores.ts'
import { type FlagRecords, flagTypes } from './flag-types.ts'
import { flagsOf, flagsOfFile, flagsOfServer } from './read-flags.ts'

/** Where flags are read from, and where their types are written. */
export interface TypesOptions {
  /** The URL of a server, an nd-json file, or the URL of a store. @default the configured store */
  readonly from?: string
  /** The declaration file. @default the standard output */
  readonly out?: string
  /** Whether to only check that the file is up to date. @default false */
  readonly check?: boolean
}

/**
 * Writes the types of flags, or with `check` verifies that they are up to date. Resolves with whether that succeeded.
 */
export async function writeTypes({ from, out, check = false }: TypesOptions, settings: Settings): Promise<boolean> {
  if (check && out === undefined) throw new Error('--check requires a file: signalbox types --out FILE --check')
  const flags = await read(from ?? settings.store, settings)
  const text = flagTypes(flags)
  if (out === undefined) process.stdout.write(text)
  else if (!check) await writeFile(out, text).catch(cannotBe('written', out))
  else if ((await current(out)) !== text) {
    console.error(`${out} is out of date: run signalbox types --out ${out}`)
    return false
  }
  const { features, configs, experiments } = flags
  console.error(`${features.length} features, ${configs.length} configs, ${experiments.length} experiments`)
  return true
}

async function read(from: string, settings: Settings): Promise<FlagRecords> {
  if (/^https?:/i.test(from)) return flagsOfServer(from, settings)
  if (from !== settings.store && !isStoreOnly(from)) return flagsOfFile(from)
  try {
    const box = createSignalbox({ store: await openStore(from) })
    try {
      return await flagsOf(box)
    } finally {
      await box.close()
    }
  } catch (error) {
    throw nameStore(from, error)
  }
}

/** The text of a file; `undefined` when it is not there. */
const current = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    return cannotBe('read', path)(error)
  })
