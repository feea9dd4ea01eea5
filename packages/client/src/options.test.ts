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

it('a reason for every change is a header of the client, unless a call has its own', async () => {
  const sent: (string | null)[] = []
  const fetch = async ({ headers }: Request) => {
    sent.push(headers.get('X-Change-Reason'))
    return Response.json({ count: 0 })
  }
  const client = createClient({ baseUrl: 'http://localhost', headers: { 'X-Change-Reason': 'nightly' }, fetch })
  await client.features.deleteMany({ pattern: 'a' })
  await client.features.deleteMany({ pattern: 'b' }, { reason: 'OPS-42' })
  expect(sent).toEqual(['nightly', 'OPS-42'])
})
