import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { GatewayState } from '../../state/state.ts'
import { replaceFile, syncFolder, UNFINISHED } from './durable-file.ts'
import { type FileSpool, fileSpool } from './file-spool.ts'
import { lockFolder } from './folder-lock.ts'

/** The file of a spool of one of the processes that share a folder. */
const spoolFile = (name: string, place: number): string => `${name}${place === 0 ? '' : `-${place}`}.spool`

/** The spools of processes that there are no more, because now only `count` share the folder. */
async function leftSpools(folder: string, { name, count }: { name: string; count: number }): Promise<string[]> {
  const files = await readdir(folder)
  return files
    .filter((file) => {
      const place = placeOf(file)
      return place !== undefined && place >= count && file === spoolFile(name, place)
    })
    .map((file) => join(folder, file))
}

/** Whether a file is that of a process other than the first. */
const isOfOther = (file: string): boolean => placeOf(file) !== undefined

function placeOf(file: string): number | undefined {
  const [, place] = /-([1-9]\d{0,3})\.spool/.exec(file) ?? []
  return place === undefined ? undefined : Number(place)
}

/** Options of a folder that a data plane keeps. */
export interface FolderStateOptions {
  /** The most bytes of a spool. Beyond that, the oldest entries are dropped. @default 67108864 */
  readonly spoolLimit?: number
  /**
   * Which of several processes this is that share the folder, counted from 0. Each has spools of its own. All read the files,
   * and the first alone writes them. @default 0
   */
  readonly place?: number
  /** How many processes share the folder: the first delivers what earlier ones beyond that number had kept. @default 1 */
  readonly count?: number
  /** Receives what was found broken, and the first entry that a spool drops. @default console.error */
  readonly report?: (error: unknown) => void
}

const MIB = 1024 * 1024

/**
 * Opens a folder in which a data plane keeps what outlives its process. The folder is created if needed; only this user can
 * read its files. A process has the folder for itself: throws an `Error` that names the folder and the other process, or
 * why the folder cannot be written.
 *
 * @example
 * const gateway = createGateway({ source, state: await folderState('./gateway-state') })
 */
export async function folderState(
  folder: string,
  { spoolLimit = 64 * MIB, place: number = 0, count = 1, report = console.error }: FolderStateOptions = {},
): Promise<GatewayState> {
  const place = resolve(folder)
  const isFirst = number === 0
  const unlock = await openFolder(place, number, report).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === undefined) throw cause
    throw new Error(`The folder ${place} cannot be written: ${cause.message}`, { cause })
  })
  const spools = new Map<string, FileSpool>()
  /** Files are replaced one after the other: the last one that was written stays. */
  let replacing: Promise<unknown> = Promise.resolve()

  function pathOf(name: string): string {
    if (/^[a-z0-9][\w.-]*$/i.test(name)) return join(place, name)
    throw new RangeError(`${name} is not a name of a file: use letters, digits, dots, _ and -`)
  }

  function inOrder(work: () => Promise<void>): Promise<void> {
    const done = replacing.then(work)
    replacing = done.catch(() => {})
    return done
  }

  return {
    async read(name) {
      await replacing
      return readFile(pathOf(name)).catch(unlessMissing)
    },
    write(name, bytes) {
      const path = pathOf(name)
      return isFirst ? inOrder(() => replaceFile(path, bytes)) : Promise.resolve()
    },
    reject(name) {
      const path = pathOf(name)
      if (!isFirst) return Promise.resolve()
      return inOrder(async () => {
        await rename(path, `${path}.broken`).catch(unlessMissing)
        await syncFolder(place)
      })
    },
    spool(name) {
      if (spools.has(name)) throw new Error(`The spool ${name} is open already`)
      const spool = fileSpool({
        path: pathOf(spoolFile(name, number)),
        left: isFirst ? () => leftSpools(place, { name, count }) : undefined,
        most: spoolLimit,
        leastToCompact: Math.min(MIB, spoolLimit),
        report,
      })
      spools.set(name, spool)
      return spool
    },
    async close() {
      await replacing
      const closed = await Promise.allSettled([...spools.values()].map((spool) => spool.close()))
      await unlock()
      const failed = closed.find((one) => one.status === 'rejected')
      if (failed) throw failed.reason
    },
  }
}

/** Creates a folder if needed, locks it, and removes what a process left that was killed while it wrote. */
async function openFolder(
  place: string,
  number: number,
  report: (error: unknown) => void,
): Promise<() => Promise<void>> {
  await mkdir(place, { recursive: true, mode: 0o700 })
  const unlock = await lockFolder(place, number === 0 ? '.lock' : `.lock-${number}`, report)
  if (number > 0) return unlock
  if (await isOpenToOthers(place))
    report(
      new Error(`Other users can write the folder ${place}: allow only the user of the data plane, with chmod 700`),
    )
  for (const name of await readdir(place))
    if (name.endsWith(UNFINISHED) && !isOfOther(name)) await rm(join(place, name), { force: true })
  return unlock
}

/** Whether other users can write a folder. Windows does not tell. */
async function isOpenToOthers(folder: string): Promise<boolean> {
  return process.platform !== 'win32' && ((await stat(folder)).mode & 0o022) !== 0
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
