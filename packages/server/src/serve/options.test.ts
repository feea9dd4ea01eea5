import { expect, it } from 'vitest'
import { createServer } from './create-server.ts'

it.each<[call: () => Promise<unknown>, says: string]>([
  [async () => createServer({ prot: 1 } as never), 'createServer does not take the option prot (did you mean port?)'],
  [
    async () => createServer({ Store: 'memory:' } as never),
    'createServer does not take the option Store (did you mean store?)',
  ],
])('an unknown option is rejected with a suggestion: %#', async (call, says) => {
  await expect(call()).rejects.toThrow(TypeError)
  await expect(call()).rejects.toThrow(says)
})
