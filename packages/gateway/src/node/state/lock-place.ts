import { readFile, readlink } from 'node:fs/promises'
import { hostname } from 'node:os'

/** Where the number of a process means something. */
export interface LockPlace {
  /** The start of the machine and the namespace of process numbers, as Linux tells them; `-` elsewhere. */
  readonly namespace: string
  readonly host: string
}

/** Where this process runs. Containers have process numbers of their own, so that many are number 1. */
export async function ownPlace(): Promise<LockPlace> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  const pids = await readlink('/proc/self/ns/pid').catch(() => '')
  return { namespace: boot && pids ? `${boot.trim()}/${pids}` : '-', host: hostname() }
}

/** Whether processes of two places can see each other. */
export const isSamePlace = (one: LockPlace, other: LockPlace): boolean =>
  one.namespace === other.namespace && (one.namespace !== '-' || one.host === other.host)
