import type { ReadStream, Stats, WriteStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

/** A file opened for reading. */
export interface OpenFile {
  readonly stream: ReadStream
  /** In bytes. */
  readonly size: number
}

/** Opens a file for reading. Throws an `Error` that names the file, the problem, and what to name instead. */
export async function openToRead(path: string, instead: string): Promise<OpenFile> {
  const { file, stats } = await openHandle(path, instead)
  return { stream: file.createReadStream(), size: stats.size }
}

/** Opens a file for reading by position. Throws as `openToRead` does. */
export async function openHandle(path: string, instead: string): Promise<{ file: FileHandle; stats: Stats }> {
  const file = await open(path).catch(cannotBe('read', path, instead))
  const stats = await file.stat()
  if (!stats.isDirectory()) return { file, stats }
  await file.close()
  return cannotBe('read', path, instead)({ code: 'EISDIR' })
}

/** Options for writing a file. */
export interface WriteOptions {
  /** Whether only the user of this process may read it, even if it was readable before. @default false */
  readonly isSecret?: boolean
}

const FOR_ITS_OWNER = 0o600

/** Creates or truncates a file for writing. Throws as `openToRead` does. */
export async function openToWrite(path: string, { isSecret = false }: WriteOptions = {}): Promise<WriteStream> {
  const file = await (isSecret ? open(path, 'w', FOR_ITS_OWNER) : open(path, 'w')).catch(cannotBe('written', path))
  // The mode above only applies to new files, so set it for existing ones too, but not for devices such as /dev/stdout.
  if (isSecret && (await file.stat()).isFile()) await file.chmod(FOR_ITS_OWNER)
  return file.createWriteStream()
}

/** Returns a handler that rethrows a file system error with the file, the problem and the way out. */
export const cannotBe =
  (done: keyof typeof ways, path: string, instead: string = ways[done]) =>
  (cause: unknown): never => {
    throw new Error(`${path} cannot be ${done}: ${reasonOf(cause)}; ${instead}`, { cause })
  }

/** The default advice. */
const ways = {
  read: 'name an existing file',
  written: 'name a file in an existing, writable folder',
} as const

/** Describes a file system error by its code. */
export function reasonOf(cause: unknown): string {
  const { code = '', message } = cause as NodeJS.ErrnoException
  return Object.hasOwn(reasons, code) ? reasons[code as keyof typeof reasons] : message
}

const reasons = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'its file system is read-only',
  ENOSPC: 'its disk is full',
}
