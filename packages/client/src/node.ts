/** Storage in files, for Node, Bun and Deno. */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { SnapshotStore } from './live/following/snapshot.ts'

export { fileOutbox } from './file-outbox.ts'

/**
 * Persists the snapshot of `live` in a file. Creates the folder. A file is replaced as a whole: readers see either the
 * old text or the new one, even after a crash. Several processes may share a file; the last save wins.
 *
 * @example
 * ```ts
 * const flags = live(client, { snapshot: fileSnapshot('flags.json') })
 * ```
 */
export function fileSnapshot(path: string): SnapshotStore {
  return {
    async load() {
      try {
        return await readFile(path, 'utf8')
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    async save(text) {
      await mkdir(dirname(path), { recursive: true })
      const beside = `${path}.${randomUUID()}.tmp`
      try {
        await write(beside, text)
        await rename(beside, path)
      } catch (error) {
        await rm(beside, { force: true })
        throw error
      }
    },
  }
}

/** Writes and flushes the file to disk; otherwise a crash could keep the rename but lose the contents. */
async function write(path: string, text: string): Promise<void> {
  const file = await open(path, 'w')
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}
