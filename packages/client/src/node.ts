/** What needs a file system: for Node, Bun and Deno. */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { SnapshotStore } from './live/snapshot.ts'

export { fileOutbox } from './file-outbox.ts'

/**
 * Keeps the snapshot of `live` in a file, and makes its folder. A file is replaced as a whole: whoever reads it, also after a crash, finds the old
 * text or the new one. Several processes may share it; the last one to save wins.
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

/** On the disk, not only on its way there: a rename may be kept where what was written is not. */
async function write(path: string, text: string): Promise<void> {
  const file = await open(path, 'w')
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}
