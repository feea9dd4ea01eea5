import { readFile, stat, utimes } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** How often a lock is touched while its process runs. */
const BEAT_MS = 5000
/** After this time without a touch, the process of a lock is taken for ended. */
const LOST_MS = 30_000
/** How often a lock of a process that cannot be seen is looked at. */
const LOOK_MS = 500

/** Touches a lock every five seconds, until it is stopped or the lock is that of another process. */
export function touchLock(path: string, own: string, onLost: () => void): { stop(): void } {
  const timer = setInterval(() => void touch().catch(() => {}), BEAT_MS)
  timer.unref()

  async function touch(): Promise<void> {
    if ((await readFile(path, 'utf8')) === own) return utimes(path, new Date(), new Date())
    clearInterval(timer)
    onLost()
  }

  return { stop: () => clearInterval(timer) }
}

/**
 * Whether the lock of a process that cannot be seen is touched. Waits until it is, or has not been for 30 seconds, or is gone.
 */
export async function isTouched(path: string): Promise<boolean> {
  const seen = await touchedAt(path)
  let last = seen
  while (last !== undefined && last === seen && Date.now() - last < LOST_MS) {
    await sleep(LOOK_MS)
    last = await touchedAt(path)
  }
  return last !== undefined && last !== seen
}

const touchedAt = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  )
