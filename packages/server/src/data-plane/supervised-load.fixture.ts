import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { json } from '../fixtures/data-plane.fixture.ts'
import { call } from '../fixtures/known.fixture.ts'
import type { Pod, Supervisor } from './supervisor.fixture.ts'

/** How a request ended. */
export interface Outcome {
  readonly kind: 'read' | 'write'
  readonly pod: Pod
  /** The process that should answer. */
  readonly pid: number
  /** The status; 0 without a response. */
  readonly status: number
  /** The code of the connection's error. */
  readonly error?: string
  /** The sentence of a response that is a failure. */
  readonly detail?: string
  /** The id that was written. */
  readonly id?: string
}

const READERS = 3
const WRITERS = 2
const PAUSE_MS = 2

/** Sends checks of `express` and writes of configs to ready servers until it is stopped. Nothing is sent again. */
export function loadOn(supervisor: Pick<Supervisor, 'pick'>) {
  const outcomes: Outcome[] = []
  const name = randomUUID()
  let isOver = false
  let writes = 0

  async function send(kind: Outcome['kind'], pod: Pod): Promise<Outcome> {
    const common = { kind, pod, pid: pod.command.pid }
    const id = `${name}:${writes++}`
    try {
      const response =
        kind === 'read'
          ? await call(`${pod.url}/api/features/express/check`)
          : await call(`${pod.url}/api/configs`, json({ id, value: 1 }))
      const { detail, active } = await response.json()
      const isRight = kind === 'write' || !response.ok || active === true
      return { ...common, id, status: isRight ? response.status : -1, detail }
    } catch (error) {
      const { cause } = error as { readonly cause?: { readonly code?: string } }
      return { ...common, id, status: 0, error: cause?.code ?? String(error) }
    }
  }

  async function run(kind: Outcome['kind']): Promise<void> {
    while (!isOver) {
      const pod = supervisor.pick()
      if (pod) outcomes.push(await send(kind, pod))
      await delay(PAUSE_MS)
    }
  }

  const kinds = [...Array<'read'>(READERS).fill('read'), ...Array<'write'>(WRITERS).fill('write')]
  const running = Promise.all(kinds.map(run))
  const isGood = ({ kind, status }: Outcome) => status === (kind === 'read' ? 200 : 201)
  return {
    outcomes,
    /** The requests that did not succeed. */
    failures: () => outcomes.filter((one) => !isGood(one)),
    /** How many have succeeded. */
    count: (kind: Outcome['kind']) => outcomes.filter((one) => one.kind === kind && isGood(one)).length,
    /** The ids of writes that were acknowledged. */
    written: () => outcomes.flatMap((one) => (one.kind === 'write' && isGood(one) ? [one.id as string] : [])),
    async stop(): Promise<void> {
      isOver = true
      await running
    },
  }
}
