import { expect, it } from 'vitest'
import { openSqlite, postgresStore, sqliteStore } from './index.ts'

it.each<[call: () => Promise<unknown>, says: string]>([
  [
    async () => openSqlite(':memory:', { pollIntervall: 5 } as never),
    'openSqlite does not take the option pollIntervall (did you mean pollInterval?)',
  ],
  [
    async () => postgresStore({ query: async () => ({ rows: [] }) } as never, { shema: 'x' } as never),
    'postgresStore does not take the option shema (did you mean schema?)',
  ],
  [
    async () => sqliteStore({} as never, { synchronous: 'full' } as never),
    'sqliteStore does not take the option synchronous; its options are ',
  ],
])('an unknown option is rejected with a suggestion: %#', async (call, says) => {
  await expect(call()).rejects.toThrow(TypeError)
  await expect(call()).rejects.toThrow(says)
})
