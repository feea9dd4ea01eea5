import { sealingKeyOf } from '@signalbox/core/gateway'
import { expect, it } from 'vitest'
import { gatewayKey, memoryState } from './control.fixture.ts'
import { createSignedFile } from './signed-file.ts'

it('a file that was copied to the name of another one is set aside', async () => {
  const state = memoryState()
  const reported: unknown[] = []
  const file = (name: string) =>
    createSignedFile({
      state,
      name,
      sealing: () => sealingKeyOf(gatewayKey),
      report: (error) => void reported.push(error),
    })
  await file('a.txt').save('text')
  state.files.set('b.txt', state.files.get('a.txt') as Uint8Array)
  expect([await file('a.txt').load(), await file('b.txt').load()]).toEqual(['text', undefined])
  expect([[...state.files.keys()], reported.length]).toEqual([['a.txt', 'b.txt.broken'], 1])
})
