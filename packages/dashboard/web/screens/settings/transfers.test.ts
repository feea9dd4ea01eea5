import { contract } from '@signalbox/core/contract'
import { operations } from '@signalbox/core/wire'
import { expect, it } from 'vitest'
import { fileName, transferOf, transfers } from './transfers.ts'

it('everything that can be uploaded can be exported and imported', () => {
  const uploads = operations(contract).flatMap(({ operation: { method, path } }) =>
    method === 'POST' && path.endsWith('.ndjson') ? path.slice('/api/'.length, -'.ndjson'.length) : [],
  )
  expect(transfers.map(({ path }) => path).sort()).toEqual(uploads.sort())
})

it('the kind of a file is known by its name', () => {
  for (const { path } of transfers) {
    expect(transferOf(fileName(path))?.path).toBe(path)
    expect(transferOf(fileName(path).replace('.', ' (1).'))?.path).toBe(path)
  }
  expect(transferOf('holiday.jpg')).toBeUndefined()
})
