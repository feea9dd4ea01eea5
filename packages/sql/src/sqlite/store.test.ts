import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeStore } from '@signalbox/testing'
import { openSqlite } from './open.ts'

const folder = mkdtempSync(join(tmpdir(), 'signalbox-'))
const paths = new WeakMap<object, string>()
let n = 0
describeStore(
  'on a SQLite file',
  async () => {
    const path = join(folder, `${n++}.db`)
    const store = await openSqlite(path)
    paths.set(store, path)
    return store
  },
  { connect: (store) => openSqlite(paths.get(store) as string) },
)
