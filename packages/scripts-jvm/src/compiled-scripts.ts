import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Compiled } from './messages.ts'

/** Compiled scripts by key: the last ones used in memory, and all of them in a folder if there is one. */
export interface CompiledScripts {
  find(key: string): Promise<Compiled | undefined>
  add(key: string, compiled: Compiled): Promise<void>
}

const mostInMemory = 500
const mostInFolder = 2_000

/** The key of a script: the SHA-256 of the version of its compiler and of its text. */
export const keyOf = (compiler: string, script: string): string =>
  createHash('sha256').update(`${compiler}\n${script}`).digest('hex')

/**
 * Opens compiled scripts. Files that cannot be read or written are as if they were not there, because each script can be
 * compiled again.
 */
export function compiledScripts(folder: string | undefined): CompiledScripts {
  const known = new Map<string, Compiled>()
  const fileOf = (at: string, key: string) => join(at, `${key}.json`)
  let writes = 0

  function remember(key: string, compiled: Compiled): Compiled {
    known.delete(key)
    known.set(key, compiled)
    if (known.size > mostInMemory) known.delete(known.keys().next().value!)
    return compiled
  }

  return {
    async find(key) {
      const compiled = known.get(key) ?? (folder === undefined ? undefined : await read(fileOf(folder, key)))
      return compiled && remember(key, compiled)
    },
    async add(key, compiled) {
      remember(key, compiled)
      if (folder === undefined) return
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        const partial = join(folder, `${key}.${randomUUID()}.part`)
        await writeFile(partial, JSON.stringify(compiled), { mode: 0o600 })
        await rename(partial, fileOf(folder, key))
        if (writes++ % 100 === 0) await trim(folder)
      } catch {}
    },
  }
}

async function read(file: string): Promise<Compiled | undefined> {
  try {
    const value: Partial<Compiled> = JSON.parse(await readFile(file, 'utf8'))
    return typeof value.entry === 'string' && typeof value.classes === 'object' ? (value as Compiled) : undefined
  } catch {
    return undefined
  }
}

/** Deletes the oldest files beyond the limit. */
async function trim(folder: string): Promise<void> {
  const names = await readdir(folder)
  if (names.length <= mostInFolder) return
  const dated = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name)).catch(() => undefined))?.mtimeMs ?? 0 })),
  )
  const oldest = dated.sort((one, other) => one.at - other.at).slice(0, names.length - mostInFolder)
  for (const { name } of oldest) await rm(join(folder, name), { force: true })
}
