import { createSignalbox } from '@signalbox/core'
import { expect, it } from 'vitest'
import type { Operations } from '../../../records/operations.ts'
import { undoUpload } from './undo-upload.ts'
import { upload } from './upload.ts'

const feature = (id: string, enabled: boolean) => ({ id, enabled, activationStrategy: 'NO_STRATEGY' as const })

/** Features of a box, and what a test needs of them. */
async function filled(...ids: string[]) {
  const { features } = createSignalbox()
  for (const id of ids) await features.create({ body: feature(id, false) })
  const all = async () => (await features.list({})).results.map(({ id, enabled }) => `${id} ${enabled ? 'on' : 'off'}`)
  return {
    features,
    operations: features as unknown as Operations,
    all,
  }
}

it('deletes only what an import created, whatever the ids of rejected records match', async () => {
  const { operations, all } = await filled('a', 'b')
  const texts = ['*', '!x', 'a,b*', 'a*', 'shop:new']
  const done = await upload(operations, { records: texts.map((id) => feature(id, true)), strategy: 'Keep' })
  expect(done).toMatchObject({ written: 1, changes: [{ after: { id: 'shop:new' } }] })
  expect(done.problems).toHaveLength(4)
  expect(await all()).toEqual(['a off', 'b off', 'shop:new on'])
  expect(await undoUpload(operations, done)).toEqual({ done: 1, left: 0, errors: [] })
  expect(await all()).toEqual(['a off', 'b off'])
})

it('restores what an import replaced, and leaves what it kept', async () => {
  const { operations, all } = await filled('a', 'b')
  const records = [feature('a', true), feature('c', true)]
  const kept = await upload(operations, { records: records.slice(0, 1), strategy: 'Keep' })
  expect(kept).toMatchObject({ written: 0, kept: 1, changes: [] })
  const done = await upload(operations, { records, strategy: 'Replace' })
  expect(await all()).toEqual(['a on', 'b off', 'c on'])
  expect(await undoUpload(operations, done)).toEqual({ done: 2, left: 0, errors: [] })
  expect(await all()).toEqual(['a off', 'b off'])
})

it('leaves records that changed after the import', async () => {
  const { features, operations, all } = await filled('a')
  const records = ['a', 'b', 'c'].map((id) => feature(id, true))
  const done = await upload(operations, { records, strategy: 'Replace' })
  await features.patch({ id: 'a', body: { tags: ['kept'] } })
  await features.patch({ id: 'b', body: { enabled: false } })
  await features.delete({ id: 'c' })
  expect(await undoUpload(operations, done)).toEqual({ done: 0, left: 3, errors: [] })
  expect(await all()).toEqual(['a on', 'b off'])
})

it('does not count a record that somebody else created at the same time', async () => {
  const { features, operations, all } = await filled()
  const meanwhile = {
    ...operations,
    async import(...given: Parameters<typeof operations.import>) {
      await features.create({ body: feature('a', false) })
      return operations.import(...given)
    },
  }
  const records = ['a', 'b'].map((id) => feature(id, true))
  const done = await upload(meanwhile, { records, strategy: 'Keep' })
  await undoUpload(operations, done)
  expect(await all()).toEqual(['a off'])
})

it('a dry run reads and changes nothing', async () => {
  const { operations, all } = await filled('a')
  const done = await upload(operations, { records: [feature('b', true)], strategy: 'Keep', dryRun: true })
  expect(done).toMatchObject({ written: 1, changes: [] })
  expect(await all()).toEqual(['a off'])
})
