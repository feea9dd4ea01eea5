import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Halts a process, or with `group` all processes of the group that it leads. Resolves when none of them runs: on a busy
 * machine they go on for a while after the signal. Only Linux tells; elsewhere it resolves at once.
 */
export async function halt(pid: number, { group = false } = {}): Promise<void> {
  process.kill(group ? -pid : pid, 'SIGSTOP')
  while ((group ? groupOf(pid) : [stateOf(pid)]).some((found) => found && !'TZ'.includes(found.state))) await delay(1)
}

/** The state of a process and its group; undefined if it has ended. */
function stateOf(pid: number | string) {
  try {
    const [state = '', , group] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return { state, group: Number(group) }
  } catch {
    return undefined
  }
}

const groupOf = (leader: number) =>
  existsSync('/proc/self/stat')
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map(stateOf)
        .filter((found) => found?.group === leader)
    : []
