import { createSignalbox } from '@signalbox/core'
import { expect, it } from 'vitest'
import { toHono } from './index.ts'

it.each<[call: () => Promise<unknown>, says: string]>([
  [
    async () => toHono(createSignalbox(), { acces: 'open' } as never),
    'toHono does not take the option acces (did you mean access?)',
  ],
  [
    async () => toHono(createSignalbox(), { docs: { accesKey: 'x' } } as never),
    'The option docs does not take the option accesKey (did you mean accessKey?)',
  ],
])('an unknown option is rejected with a suggestion: %#', async (call, says) => {
  await expect(call()).rejects.toThrow(TypeError)
  await expect(call()).rejects.toThrow(says)
})
