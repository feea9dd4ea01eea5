import { expect, test } from 'vitest'
import { historyFile } from './history-file.ts'

test('the address of a file has what selects its events', () => {
  expect(historyFile('https://box.test/flags', { domains: 'Feature', key: 'a&b:c' })).toBe(
    'https://box.test/flags/api/events/_history.ndjson?domains=Feature&key=a%26b%3Ac',
  )
})
