import { expect, it } from 'vitest'
import { guardedFetch, scriptEngine } from './index.ts'

it.each<[call: () => Promise<unknown>, says: string]>([
  [
    async () => scriptEngine({ memoryMib: 5 } as never),
    'scriptEngine does not take the option memoryMib (did you mean memoryMiB?)',
  ],
  [
    async () => guardedFetch({ allowprivate: true } as never),
    'guardedFetch does not take the option allowprivate (did you mean allowPrivate?)',
  ],
])('an unknown option is rejected with a suggestion: %#', async (call, says) => {
  await expect(call()).rejects.toThrow(TypeError)
  await expect(call()).rejects.toThrow(says)
})
