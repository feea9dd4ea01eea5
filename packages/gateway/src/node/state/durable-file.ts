import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The ending of files that are being written. */
export const UNFINISHED = '.unfinished'

/**
 * Replaces a file at once: after a crash at any time there is the old one or the new one, whole. Only this user can read
 * it. Resolves when the new one is on the disk.
 */
export async function replaceFile(path: string, content: Uint8Array | string): Promise<void> {
  const unfinished = `${path}.${randomUUID()}${UNFINISHED}`
  // A file or link that is there already is never written to.
  const file = await open(unfinished, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
    await file.close()
    await rename(unfinished, path)
  } catch (error) {
    await file.close().catch(() => {})
    await rm(unfinished, { force: true }).catch(() => {})
    throw error
  }
  await syncFolder(dirname(path))
}

/** Writes the names of a folder to the disk, without which a new file may be missing after a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders, and does not need it.
  if (process.platform === 'win32') return
  const opened = await open(folder, 'r')
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}
