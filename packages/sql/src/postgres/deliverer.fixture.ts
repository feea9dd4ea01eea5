/**
 * A process that delivers to the webhooks of a database and puts its name on every call: `node deliverer.fixture.ts url
 * schema name`.
 */
import { createSignalbox } from '@signalbox/core'
import pg from 'pg'
import { postgresStore } from './store.ts'

const [url = '', schema = '', name = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url })
pool.on('error', () => {})
const box = createSignalbox({
  store: postgresStore(pool, { schema }),
  fetch: (address, init) => fetch(address, { ...init, headers: { ...(init.headers as object), 'x-process': name } }),
})
await box.ready()
process.send?.('ready')
process.on('disconnect', () => process.exit())
