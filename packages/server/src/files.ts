import type { ReadStream, WriteStream } from 'node:fs'
import { open } from 'node:fs/promises'

/** A file that is read. */
export interface OpenFile {
  readonly stream: ReadStream
  /** In bytes. */
  readonly size: number
}

/** Opens a file to read it. Throws an `Error` whose sentence names the file, what is wrong with it, and what to name instead. */
export async function openToRead(path: string, instead: string): Promise<OpenFile> {
  const file = await open(path).catch(cannotBe('read', path, instead))
  const stats = await file.stat()
  if (!stats.isDirectory()) return { stream: file.createReadStream(), size: stats.size }
  await file.close()
  return cannotBe('read', path, instead)({ code: 'EISDIR' })
}

/** How a file is written. */
export interface WriteOptions {
  /** Nobody but the user of this process may read it, whoever could before. @default false */
  readonly isSecret?: boolean
}

const FOR_ITS_OWNER = 0o600

/** Opens a file to write it anew. Throws as `openToRead` does. */
export async function openToWrite(path: string, { isSecret = false }: WriteOptions = {}): Promise<WriteStream> {
  const file = await (isSecret ? open(path, 'w', FOR_ITS_OWNER) : open(path, 'w')).catch(cannotBe('written', path))
  // The mode holds for a file that is made; one that was there keeps its own, and what is no file, such as /dev/stdout, has none.
  if (isSecret && (await file.stat()).isFile()) await file.chmod(FOR_ITS_OWNER)
  return file.createWriteStream()
}

/** Makes of a failure of the file system one whose sentence names the file, what is wrong with it, and the way out. */
export const cannotBe =
  (done: keyof typeof ways, path: string, instead: string = ways[done]) =>
  (cause: unknown): never => {
    throw new Error(`${path} cannot be ${done}: ${reasonOf(cause)}; ${instead}`, { cause })
  }

/** What to do about it, where nothing better is known. */
const ways = {
  read: 'name a file that is there',
  written: 'name a file in a folder that is there and may be written',
} as const

/** What is wrong with a file in words, by the code of the failure. */
export function reasonOf(cause: unknown): string {
  const { code = '', message } = cause as NodeJS.ErrnoException
  return Object.hasOwn(reasons, code) ? reasons[code as keyof typeof reasons] : message
}

const reasons = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'what stands for a folder in its path is a file',
  EISDIR: 'it is a folder',
  EACCES: 'the rights to it are missing',
  EPERM: 'the rights to it are missing',
  EROFS: 'its disk can only be read',
  ENOSPC: 'its disk is full',
}
