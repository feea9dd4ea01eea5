/**
 * Imports nd-json lines over the HTTP API of an instance: into the `memory` store, or into a `forgetful` one, so that
 * only the import takes memory. Takes the number of lines. Answers with the nanoseconds of the import, and of
 * `JSON.parse` and ajv over the same lines, and with the maximum growth of the resident set in bytes.
 */
import { contract, createSignalbox, memoryStore, type Store } from '@signalbox/core'
import { toHono } from '@signalbox/hono'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { answerWith } from '../child.ts'
import { threadTime } from '../harness.ts'
import { manyUsers, mixedFeature } from '../workload.ts'

const CHUNK = 64 * 1024
const users = manyUsers(1000)
const [where = 'memory'] = process.argv.slice(2)
const ajv = new Ajv2020({ discriminator: true, strict: false, validateFormats: false })
const isFeature = ajv.compile(contract.features.create.body)

answerWith(async (count: number) => {
  const lines = Array.from({ length: count }, (_, number) => JSON.stringify(mixedFeature(number, users)))
  const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`)
  const values: unknown[] = []
  const parsing = await threadTime(() => {
    for (const line of lines) values.push(JSON.parse(line))
  })
  const validating = await threadTime(() => {
    for (const value of values) if (!isFeature(value)) throw new Error('A line is not a feature')
  })
  values.length = 0
  lines.length = 0
  // Loads the code: from these sources, Node removes the types first, which takes as long as 20,000 lines.
  await importBytes(new TextEncoder().encode(JSON.stringify(mixedFeature(0, users))), 1)
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  const importing = await threadTime(() => importBytes(bytes, count))
  const grown = process.resourceUsage().maxRSS * 1024 - before
  return { importing, parsing, validating, grown }
})

async function importBytes(bytes: Uint8Array, count: number): Promise<void> {
  const box = createSignalbox(where === 'memory' ? {} : { store: forgetfulStore() })
  const request = new Request('http://localhost/api/features.ndjson', {
    method: 'POST',
    headers: { 'Content-Type': 'application/nd-json' },
    body: inChunks(bytes),
    duplex: 'half',
  } as RequestInit)
  const answer: unknown = await (await toHono(box, { access: 'open' }).fetch(request)).json()
  if ((answer as { success: number }).success !== count)
    throw new Error(`The import answered ${JSON.stringify(answer)}`)
  await box.close()
}

/** Splits bytes into chunks as a socket would. */
function inChunks(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    async pull(controller) {
      if (at >= bytes.length) return controller.close()
      await new Promise((resolve) => setImmediate(resolve))
      controller.enqueue(bytes.slice(at, at + CHUNK))
      at += CHUNK
    },
  })
}

/** Creates a store that drops all records and events that it commits. */
function forgetfulStore(): Store {
  let id = 0
  return {
    ...memoryStore(),
    commit: async (changes, events) => ({
      versions: changes.map(() => String(++id)),
      events: events.map((event) => ({ _id: 0, ...event })),
    }),
  }
}
