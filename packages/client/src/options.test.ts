import { expect, it } from 'vitest'
import { createClient, live } from './index.ts'

it.each<[call: () => Promise<unknown>, says: string]>([
  [
    async () => createClient({ baseUrl: 'http://127.0.0.1:1', timeout: 5 } as never),
    'createClient does not take the option timeout (did you mean timeoutMs?)',
  ],
  [async () => live(undefined, { pol: 5 } as never), 'live does not take the option pol (did you mean poll?)'],
])('an unknown option is rejected with a suggestion: %#', async (call, says) => {
  await expect(call()).rejects.toThrow(TypeError)
  await expect(call()).rejects.toThrow(says)
})
