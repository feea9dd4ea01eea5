import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FIRST_VERSION } from './migrated.ts'
import { migrations as ofPostgres } from './postgres/migrate.ts'
import { migrations as ofSqlite } from './sqlite/migrate.ts'

const page = readFileSync(new URL('../docs/upgrades.md', import.meta.url), 'utf8')

test('the page about upgrades has a row for each migration', () => {
  const tables = page.split(/^\| schema .*\n\|[-| ]+\n/m).slice(1)
  const versions = tables.map((table) =>
    [...(table.split('\n\n')[0] ?? '').matchAll(/^\| (\d+) /gm)].map(([, version]) => Number(version)),
  )
  const versionsOf = (steps: readonly unknown[]) => steps.map((_, index) => FIRST_VERSION + index)
  expect(versions).toEqual([versionsOf(ofSqlite), versionsOf(ofPostgres)])
})
