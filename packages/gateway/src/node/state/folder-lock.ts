import { constants, copyFile, link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The folders that this process has locked. */
const locked = new Set<string>()

/** How long a process waits that takes over a lock, in case that another does so too. */
const SETTLE_MS = 50

/**
 * Locks a folder for this process, or its part of it, with a file that names the process. A lock of a process that has ended is taken over. Throws an
 * `Error` that names the folder and the process that has it. Returns a function that unlocks the folder.
 */
export async function lockFolder(folder: string, file: string): Promise<() => Promise<void>> {
  const path = join(folder, file)
  if (locked.has(path)) throw inUse(folder, process.pid)
  locked.add(path)
  try {
    await take(folder, path)
  } catch (error) {
    locked.delete(path)
    throw error
  }
  return async () => {
    await rm(path, { force: true })
    locked.delete(path)
  }
}

async function take(folder: string, path: string): Promise<void> {
  const own = `${process.pid} ${(await startOf(process.pid)) ?? ''}\n`
  const mine = `${path}.${process.pid}`
  await writeFile(mine, own, { mode: 0o600 })
  try {
    if (await linked(mine, path)) return
    const holder = await readFile(path, 'utf8').catch(() => '')
    const [pid = Number.NaN, start] = readLock(holder)
    if (await isRunning(pid, start)) throw inUse(folder, pid)
    await rename(mine, path)
    await sleep(SETTLE_MS)
    const taken = await readFile(path, 'utf8')
    if (taken !== own) throw inUse(folder, readLock(taken)[0] ?? Number.NaN)
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

function readLock(text: string): [pid?: number, start?: string] {
  const [pid = '', start = ''] = text.trim().split(' ')
  return /^\d+$/.test(pid) ? [Number(pid), start] : []
}

/** Whether the process that wrote a lock still runs. Its number may be that of another process by now. */
async function isRunning(pid: number, start: string | undefined): Promise<boolean> {
  if (!(pid > 0) || pid === process.pid) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  const now = await startOf(pid)
  return now === undefined || !start || now === start
}

/** When a process began, as Linux tells it; `ended` for one that only its parent still knows. `undefined` elsewhere. */
async function startOf(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [state, ...more] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return state === 'Z' || state === 'X' ? 'ended' : more[18]
}

const inUse = (folder: string, pid: number): Error =>
  new Error(`${folder} is in use by the process ${pid}: choose another folder, or end that process`)
