/**
 * Sends the same batches of 20 events to a receiver: as webhooks of a Signalbox in memory, or with plain `fetch` calls,
 * as many at once. The events exist before timing starts. Answers with the time it took.
 */
import { createSignalbox } from '@signalbox/core'
import { guardedFetch } from '@signalbox/scripts'
import { answerWith } from '../child.ts'

/** The number of hooks, the number of batches for each, and the address. */
export interface Delivering {
  readonly port: number
  readonly hooks: number
  readonly batches: number
  readonly isBare: boolean
}

/** The measured time. */
export interface Delivered {
  readonly cpuMs: number
  readonly wallMs: number
}

const EVENTS = 20
/** As many as Signalbox sends at once. */
const AT_ONCE = 64
const fetch = guardedFetch({ allowPrivate: true })

answerWith(async (question: Delivering): Promise<Delivered> => {
  const run = await (question.isBare ? bare(question) : hooked(question))
  const [cpu, started] = [process.cpuUsage(), performance.now()]
  await run()
  const { user, system } = process.cpuUsage(cpu)
  return { cpuMs: (user + system) / 1000, wallMs: performance.now() - started }
})

const configOf = (n: number) => ({ id: `team:service:config-${n}`, value: { limit: n, rollout: 'gradual' } })

async function bare({ port, hooks, batches }: Delivering) {
  const timestamp = '2026-01-01T00:00:00.000'
  const event = (n: number) => {
    const payload = configOf(n)
    return {
      _id: 1_767_225_600_000_000 + n,
      type: 'CONFIG_CREATED',
      key: payload.id,
      domain: 'Config',
      payload,
      timestamp,
    }
  }
  const body = JSON.stringify({ objectsEdited: Array.from({ length: EVENTS }, (_, n) => event(n)) })
  const headers = { 'content-type': 'application/json' }
  let left = hooks * batches
  const one = async () => {
    while (left-- > 0) {
      const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body, headers })
      if (answer.status !== 204) throw new Error(`The receiver answered ${answer.status}`)
    }
  }
  return () => Promise.all(Array.from({ length: Math.min(hooks, AT_ONCE) }, one))
}

async function hooked({ port, hooks, batches }: Delivering) {
  let left = hooks * batches
  let finish = () => {}
  const box = createSignalbox({
    async fetch(url, init) {
      const answer = await fetch(url, init)
      if (--left === 0) finish()
      return answer
    },
  })
  const hook = (n: number) => ({
    clientId: `hook-${n}`,
    callbackUrl: `http://127.0.0.1:${port}`,
    domains: ['Config' as const],
  })
  const all = Array.from({ length: hooks }, (_, n) => hook(n))
  await box.webhooks.import({ body: all.map((one) => ({ ...one, isBanned: true })) })
  await box.configs.import({ body: Array.from({ length: batches * EVENTS }, (_, n) => configOf(n)) })
  return async () => {
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    await box.webhooks.import({ body: all, strategy: 'Replace' })
    await finished
    await box.close()
  }
}
