/** A process that copies the log of a database to a file: `node leader.fixture.ts database file`. It prints the ids it appends. */
import { createSignalbox } from '@signalbox/core'
import { openSqlite } from '../sqlite/open.ts'
import { fileSink } from './file-sink.fixture.ts'

const [path = '', file = ''] = process.argv.slice(2)
const store = await openSqlite(path)
const box = createSignalbox({ store, sinks: { audit: fileSink(file, (id) => process.stdout.write(`${id}\n`)) } })
await box.ready()
process.stdout.write('ready\n')
process.on('disconnect', () => process.exit())
setInterval(() => {}, 60_000) // a sink does not keep its process alive
