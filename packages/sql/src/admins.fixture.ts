/**
 * A process whose admins delete and demote one another: `node admins.fixture.ts path`, or `node admins.fixture.ts url schema`.
 * Each message is a list of removals, which it makes all at once. It answers with how many of them were refused.
 */
import { createSignalbox, type Signalbox } from '@signalbox/core'
import pg from 'pg'
import { postgresStore } from './postgres/store.ts'
import { openSqlite } from './sqlite/open.ts'

/** The removal of an admin by another one. */
export interface Removal {
  readonly by: string
  readonly id: string
  readonly way: 'delete' | 'patch' | 'replace' | 'upload' | 'commit'
}

const removals = {
  delete: (box, id) => box.users.delete({ id }),
  patch: (box, id) => box.users.patch({ id, body: [{ op: 'replace', path: '/admin', value: false }] }),
  replace: (box, id) => box.users.replace({ id, body: { id, name: id } }),
  async upload(box, id) {
    const { success } = await box.users.import({ strategy: 'Replace', body: [{ id, name: id }] })
    if (success === 0) throw new Error('The line is refused')
  },
  commit: (box, id) => box.commit({ body: { changes: [{ op: 'put', kind: 'users', record: { id, name: id } }] } }),
} satisfies Record<Removal['way'], (box: Pick<Signalbox, 'users' | 'commit'>, id: string) => Promise<unknown>>

const [place = '', schema] = process.argv.slice(2)
const store =
  schema === undefined
    ? await openSqlite(place)
    : postgresStore(new pg.Pool({ connectionString: place }), { schema, pollInterval: 100 })
const box = createSignalbox({ store })
await box.ready()
process.on('message', async (all: readonly Removal[]) => {
  const done = await Promise.allSettled(
    all.map(({ by, id, way }) => removals[way](box.as({ id: by, kind: 'User', admin: true }) as Signalbox, id)),
  )
  process.send?.(done.filter(({ status }) => status === 'rejected').length)
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
