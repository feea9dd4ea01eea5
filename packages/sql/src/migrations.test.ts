import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { migrations as ofPostgres } from './postgres/migrate.ts'
import { migrations as ofSqlite } from './sqlite/migrate.ts'

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Databases in use were created by exactly these texts, so never change a line here. For a change, add a migration and
 * a line.
 */
test('existing migrations never change', () => {
  expect(ofSqlite.map(hashOf)).toEqual(['6e976598b6fe6d53b430d0be7945d99336487be27f83857d87897ac36a968759'])
  expect(ofPostgres.map((migration) => hashOf(migration('signalbox')))).toEqual([
    'c6bf34762e0c6eb9f92db65f53c35f024b2f75b15fddc513a2e22a0d69a2c3a3',
  ])
})
