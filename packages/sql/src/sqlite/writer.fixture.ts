import { writeSync } from 'node:fs'
import { pair } from '../pair.fixture.ts'
import { openSqlite } from './open.ts'

/** A process that writes pairs to a file until it is killed, and reports which were acknowledged. */
const [path = '', name = '', most = 'Infinity'] = process.argv.slice(2)
const store = await openSqlite(path)

async function write(writer: number): Promise<void> {
  for (let n = 0; n < Number(most); n++) {
    const key = `${name}:${writer}:${n}`
    const committed = await store.commit(...pair(key))
    if ('events' in committed) writeSync(1, `${key} ${committed.events[0]?._id}\n`)
  }
}
await Promise.all([0, 1, 2, 3].map(write))
await store.close?.()
