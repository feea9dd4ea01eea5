import { randomUUID } from 'node:crypto'
import { constants, copyFile, link, readFile, readlink, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isTouched, touchLock } from './lock-beat.ts'

/** Where the number of a process means something. */
interface LockPlace {
  /** The start of the machine and the namespace of process numbers, as Linux tells them; `-` elsewhere. */
  readonly namespace: string
  readonly host: string
}

/** Where this process runs. Containers have process numbers of their own, so that many are number 1. */
async function ownPlace(): Promise<LockPlace> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  const pids = await readlink('/proc/self/ns/pid').catch(() => '')
  return { namespace: boot && pids ? `${boot.trim()}/${pids}` : '-', host: hostname() }
}

/** Whether processes of two places can see each other. */
const isSamePlace = (one: LockPlace, other: LockPlace): boolean =>
  one.namespace === other.namespace && (one.namespace !== '-' || one.host === other.host)

/** The folders that this process has locked. */
const locked = new Set<string>()

/** How long a process waits that takes over a lock, in case that another does so too. */
const SETTLE_MS = 50

/** What a lock says. */
interface Holder extends LockPlace {
  readonly pid: number
  /** When the process began; `-` if that is not known. */
  readonly start: string
}

/**
 * Locks a folder for this process, or its part of it, with a file that names the process. A lock of a process that has ended is
 * taken over: for a process of another container or host, that is one whose lock was not touched for 30 seconds, which is waited
 * for. Throws an `Error` that names the folder and the process that has it. Returns a function that unlocks the folder.
 */
export async function lockFolder(
  folder: string,
  file: string,
  report: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const path = join(folder, file)
  const self: Holder = { pid: process.pid, start: (await startOf(process.pid)) ?? '-', ...(await ownPlace()) }
  if (locked.has(path)) throw inUse(folder, self)
  locked.add(path)
  const own = `${self.pid} ${self.start} ${self.namespace} ${self.host}\n`
  try {
    await take(folder, path, { own, self })
  } catch (error) {
    locked.delete(path)
    throw error
  }
  const touching = touchLock(path, own, () =>
    report(new Error(`Another process has taken over ${folder}, since this one seemed to have ended: restart it`)),
  )
  return async () => {
    touching.stop()
    const now = await readFile(path, 'utf8').catch(() => '')
    if (now === own) await rm(path, { force: true })
    locked.delete(path)
  }
}

async function take(
  folder: string,
  path: string,
  { own, self }: { readonly own: string; readonly self: Holder },
): Promise<void> {
  const mine = `${path}.${randomUUID()}`
  await writeFile(mine, own, { mode: 0o600, flag: 'wx' })
  try {
    if (await linked(mine, path)) return
    const holder = readLock(await readFile(path, 'utf8').catch(() => ''), self)
    if (holder && (await isHeld(path, holder, self))) throw inUse(folder, holder)
    await utimes(mine, new Date(), new Date())
    await rename(mine, path)
    await sleep(SETTLE_MS)
    const taken = await readFile(path, 'utf8')
    if (taken !== own) throw inUse(folder, readLock(taken, self))
  } finally {
    await rm(mine, { force: true })
  }
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    // Not every file system has links.
    return copied(from, to)
  }
}

async function copied(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to, constants.COPYFILE_EXCL)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** A lock that does not say where its process runs is one of this place. */
function readLock(text: string, { namespace, host }: LockPlace): Holder | undefined {
  const [pid = '', start = '-', ...place] = text.trim().split(' ')
  if (!/^\d+$/.test(pid)) return undefined
  return { pid: Number(pid), start, namespace: place[0] ?? namespace, host: place[1] ?? host }
}

const isHeld = (path: string, holder: Holder, self: Holder): Promise<boolean> =>
  isSamePlace(holder, self) ? isRunning(holder) : isTouched(path)

/** Whether the process that wrote a lock still runs. Its number may be that of another process by now. */
async function isRunning({ pid, start }: Holder): Promise<boolean> {
  if (!(pid > 0) || pid === process.pid) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  const now = await startOf(pid)
  return now === undefined || start === '-' || now === start
}

/** When a process began, as Linux tells it; `ended` for one that only its parent still knows. `undefined` elsewhere. */
async function startOf(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [state, ...more] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return state === 'Z' || state === 'X' ? 'ended' : more[18]
}

const inUse = (folder: string, { pid, host }: Partial<Holder> = {}): Error =>
  new Error(`${folder} is in use by the process ${pid} on the host ${host}: choose another folder, or end that process`)
