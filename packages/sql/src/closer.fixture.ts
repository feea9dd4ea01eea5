/**
 * A process that closes the plan of the API `a` and works on in the background, until it is killed: `node closer.fixture.ts
 * path`, or `node closer.fixture.ts url schema`. It says when the call was answered.
 */
import { createSignalbox } from '@signalbox/core'
import pg from 'pg'
import { postgresStore } from './postgres/store.ts'
import { openSqlite } from './sqlite/open.ts'

const [place = '', schema] = process.argv.slice(2)
const store =
  schema === undefined
    ? await openSqlite(place)
    : postgresStore(new pg.Pool({ connectionString: place }), { schema, pollInterval: 100 })
const box = createSignalbox({ store, fetch })
await box.ready()
// Loads the code that the call needs.
await box.apis.patch({ id: 'a', body: { description: 'An API with a plan that ends' } })
process.send?.('ready')
await box.apis.patch({
  id: 'a',
  body: [{ op: 'replace', path: '/documentation/plans/0/status', value: 'closed' }],
})
process.send?.('answered')
process.on('disconnect', () => process.exit())
