import { createReadStream, createWriteStream } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { SignalboxError } from '@signalbox/core/errors'

/** Whether there is a file at a path, or a link. */
export const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )

/** Throws UNAVAILABLE if there is no file at a path, which SQLite would create. */
export async function mustExist(path: string): Promise<void> {
  if (!(await exists(path))) throw new SignalboxError('UNAVAILABLE', `${path} does not exist`)
}

/** Copies a file to a new one that only its owner can read, and flushes it to the disk. */
export async function copyFile(from: string, to: string): Promise<void> {
  await pipeline(createReadStream(from), createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }))
}

/** Flushes a file or a folder to the disk. Some systems do not flush folders. */
export async function flush(path: string): Promise<void> {
  const file = await open(path, 'r').catch(() => undefined)
  await file?.sync().catch(() => {})
  await file?.close()
}
