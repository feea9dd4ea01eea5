import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { cannotBe } from '../files/files.ts'

/** The name of the file that a process writes before it takes the place of another one. */
const temporaryOf = (pid: number): string => `.${pid}.tmp`

/** Writes a file so that a reader never sees a part of it, and a crash leaves the old one or the new one. */
export async function replaceFile(file: string, { text, mode }: { text: string; mode: number }): Promise<void> {
  await mkdir(dirname(file), { recursive: true }).catch(cannotBe('written', file))
  const temporary = join(dirname(file), temporaryOf(process.pid))
  // One that is there would keep its mode.
  await rm(temporary, { force: true }).catch(cannotBe('written', file))
  const handle = await open(temporary, 'wx', mode).catch(cannotBe('written', file))
  try {
    await handle.writeFile(text)
  } finally {
    await handle.close()
  }
  await rename(temporary, file).catch(cannotBe('written', file))
}

/** Removes the files of a folder that processes were writing when they were killed. */
export async function removeUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const pid = Number(/^\.(\d+)\.tmp$/.exec(name)?.[1] ?? Number.NaN)
    if (Number.isNaN(pid) || isRunning(pid)) continue
    await rm(join(folder, name), { force: true }).catch(cannotBe('written', join(folder, name)))
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // it is that of another user
  }
}
