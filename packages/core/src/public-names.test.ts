import { expect, it } from 'vitest'
import { exportsOf, packages } from './sources.fixture.ts'

const published = packages.filter(({ entries }) => Object.keys(entries).length > 0)

it.each(published)('$name exports exactly these names', async ({ folder, entries }) => {
  const names = Object.entries(entries).flatMap(([entry, file]) => [
    entry,
    ...exportsOf(file).map((name) => `  ${name}`),
  ])
  await expect(`${names.join('\n')}\n`).toMatchFileSnapshot(`./__snapshots__/public-names/${folder}.txt`)
})
