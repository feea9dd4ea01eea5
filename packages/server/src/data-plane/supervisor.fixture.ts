import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@signalbox/test-postgres'
import { start } from '../fixtures/command.fixture.ts'

/** Milliseconds between two probes of a server. */
const PERIOD_MS = 50
/** How long a probe waits, as in Kubernetes by default. */
const PROBE_MS = 1000
/** After so many failures in a row, a server that does not respond is killed. */
const LIVE_FAILURES = 3

/** A place for a server: its process may be another one after a restart. */
export interface Pod {
  readonly url: string
  readonly admin: string
  command: ReturnType<typeof start>
  hasEnded: boolean
  isStarted: boolean
  isReady: boolean
  /** Whether it was asked to end: from then on it need not be live. */
  isLeaving: boolean
  liveFailures: number
}

/** What a startup probe saw. */
export interface StartupSeen {
  readonly status: number
  readonly phase?: string
  readonly loaded?: number
  readonly total?: number
}

/**
 * Runs servers as Kubernetes would: sends requests only to servers whose readiness probe succeeds, restarts servers
 * that have ended, and kills servers that are not live, unless they were asked to end. Signals do not change what is ready: the probe must notice.
 */
export async function supervise({ count, env }: { readonly count: number; readonly env: Record<string, string> }) {
  const pods: Pod[] = []
  const startups: StartupSeen[] = []
  const lives: number[] = []
  let killed = 0
  let started = 0
  let turn = 0
  let isOver = false

  const run = (url: string, admin: string) => {
    started++
    const ports = { PORT: new URL(url).port, SIGNALBOX_ADMIN_PORT: new URL(admin).port, SIGNALBOX_GATEWAY_PORT: 'off' }
    return start({ env: { ...ports, ...env } })
  }

  async function open(): Promise<Pod> {
    const [url, admin] = [`http://127.0.0.1:${await freePort()}`, `http://127.0.0.1:${await freePort()}`]
    const none = { hasEnded: false, isStarted: false, isReady: false, isLeaving: false, liveFailures: 0 }
    const pod = { url, admin, command: run(url, admin), ...none }
    noteEnd(pod)
    return pod
  }

  function noteEnd(pod: Pod): void {
    void pod.command.ended.then(() => {
      pod.hasEnded = true
    })
  }

  function startAgain(pod: Pod): void {
    Object.assign(pod, { hasEnded: false, isStarted: false, isReady: false, isLeaving: false, liveFailures: 0 })
    pod.command = run(pod.url, pod.admin)
    noteEnd(pod)
  }

  async function look(pod: Pod): Promise<void> {
    if (pod.hasEnded) return startAgain(pod)
    if (!pod.isStarted) {
      const startup = await probe(`${pod.admin}/startup`)
      if (!startup) return
      startups.push({ ...startup.body, status: startup.status })
      pod.isStarted = startup.status === 200
    }
    const live = await probe(`${pod.admin}/live`)
    lives.push(live?.status ?? 0)
    pod.liveFailures = live?.status === 200 ? 0 : pod.liveFailures + 1
    pod.isReady = pod.isStarted && (await probe(`${pod.admin}/ready`))?.status === 200
    if (pod.isStarted && pod.liveFailures >= LIVE_FAILURES && !pod.isLeaving && !pod.hasEnded) {
      killed++
      pod.command.signal('SIGKILL')
    }
  }

  async function watch(pod: Pod): Promise<void> {
    while (!isOver) {
      await look(pod)
      await delay(PERIOD_MS)
    }
  }

  /** Resolves when a condition holds. */
  async function until(holds: () => boolean): Promise<void> {
    while (!holds()) await delay(PERIOD_MS)
  }

  for (let i = 0; i < count; i++) pods.push(await open())
  const watching = Promise.all(pods.map(watch))
  const areReady = () => pods.every(({ isReady }) => isReady)
  return {
    pods,
    /** What startup probes saw, and the statuses of liveness probes; 0: no response. */
    seen: { startups, lives },
    /** How many processes were started, and how many were killed because they were not live. */
    counts: () => ({ started, killed }),
    until,
    allReady: () => until(areReady),
    /** The next ready server, in turn; `undefined` if there is none. */
    pick(): Pod | undefined {
      const ready = pods.filter(({ isReady }) => isReady)
      return ready[turn++ % Math.max(1, ready.length)]
    },
    /** Stops one server after the other as a rolling update does, and waits until the next process is ready. */
    async roll(): Promise<void> {
      for (const pod of pods) {
        const { pid, signal } = pod.command
        pod.isLeaving = true
        signal('SIGTERM')
        await until(() => pod.command.pid !== pid && pod.isReady)
      }
    },
    /** Also ends a server that was started again after the test had killed it. */
    async stop(): Promise<void> {
      isOver = true
      await watching
      for (const { command } of pods) command.signal('SIGKILL')
      await Promise.all(pods.map(({ command }) => command.ended))
    },
  }
}

export type Supervisor = Awaited<ReturnType<typeof supervise>>

async function probe(url: string): Promise<{ readonly status: number; readonly body: object } | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PROBE_MS) })
    return { status: response.status, body: (await response.json()) as object }
  } catch {
    return undefined
  }
}
