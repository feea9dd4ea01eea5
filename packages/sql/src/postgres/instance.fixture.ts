import { createSignalbox } from '@signalbox/core'
import pg from 'pg'
import { postgresStore } from './store.ts'

/** A message to the process: the calls of `displayed` that it makes, all at once. */
export interface Displays {
  readonly experimentId: string
  readonly clientIds: readonly string[]
}

/**
 * A process with its own instance on a database. It reports when it is ready, and answers each message with the
 * variants.
 */
const [connectionString = '', schema = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString })
const box = createSignalbox({ store: postgresStore(pool, { schema }) })
await box.ready()

process.on('message', async ({ experimentId, clientIds }: Displays) => {
  const displayed = clientIds.map((clientId) => box.experiments.displayed({ id: experimentId, clientId }))
  process.send?.((await Promise.all(displayed)).map(({ variantId }) => variantId))
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
