import { expect, test } from 'vitest'
import { idsInFile } from './ids-in-file.ts'

test('the ids of a file are found, and lines without one are left out', async () => {
  const lines = ['{"id":"prod:a"}', 'not JSON', '', '{"id":7}', '{"clientId":"prod:hook"}', 'null', '{"id":"shop"}']
  const isWanted = (id: string) => id.startsWith('prod:')
  expect([...(await idsInFile(new Blob([lines.join('\n')]), isWanted))]).toEqual(['prod:a', 'prod:hook'])
})
