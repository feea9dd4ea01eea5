import { expect, test } from 'vitest'
import { screens } from './screens.ts'

test('each key leads to one screen, and every list in the navigation has one', () => {
  const keys = screens.flatMap(({ key }) => key ?? [])
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
  expect(screens.filter(({ entry, key }) => entry && key === undefined).map(({ path }) => path)).toEqual([])
})

test('the screens of records lead back to a list in the navigation', () => {
  const lists = new Set(screens.filter(({ entry }) => entry).map(({ path }) => path))
  expect(screens.filter(({ within }) => within !== undefined && !lists.has(within))).toEqual([])
})
