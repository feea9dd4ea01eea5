import { expect } from 'vitest'
import { call } from '../fixtures/known.fixture.ts'

const headers = { 'Content-Type': 'application/json' }

/** Creates a feature. Returns the status, or 0 if there was no response. */
export async function create(url: string, id: string): Promise<number> {
  const body = JSON.stringify({ id, enabled: true, activationStrategy: 'NO_STRATEGY' })
  const response = await call(`${url}/api/features`, { method: 'POST', headers, body }).catch(() => undefined)
  return response?.status ?? 0
}

/** What a load of writes did. */
export interface Written {
  /** The ids of features that a server confirmed, in the order of the responses. */
  readonly confirmed: readonly string[]
  /** The ids of features whose creation failed: they may or may not be stored. */
  readonly failed: readonly string[]
  /** The number of creations of an id that another response had already confirmed. */
  readonly doubled: number
}

/** Creates features on a server, one after the other, until it is stopped. */
export function writeTo(url: string, name: string) {
  const confirmed: string[] = []
  const failed: string[] = []
  let doubled = 0
  let isOver = false
  async function run(): Promise<void> {
    for (let n = 0; !isOver; n++) {
      const id = `${name}:${n}`
      const status = await create(url, id)
      if (status === 201) confirmed.push(id)
      else if (status === 503 || status === 0) failed.push(id)
      else if (status === 409) doubled++
      else throw new Error(`POST of ${id} responds ${status}`)
      // A server without a database answers at once.
      if (status !== 201) await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const running = run()
  return {
    written: { confirmed, failed } as Pick<Written, 'confirmed' | 'failed'>,
    async stop(): Promise<Written> {
      isOver = true
      await running
      return { confirmed, failed, doubled }
    },
  }
}

/** Reads the ids of all features of a server, as often as they are listed. */
export async function listAll(url: string): Promise<string[]> {
  const response = await call(`${url}/api/features.ndjson`)
  expect(response.status).toBe(200)
  const lines = (await response.text()).split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line).id)
}
