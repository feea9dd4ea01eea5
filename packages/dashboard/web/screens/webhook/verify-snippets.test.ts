import { stripTypeScriptTypes } from 'node:module'
import { createSignalbox } from '@signalbox/core'
import { expect, test } from 'vitest'
import { verifySnippets } from './verify-snippets.ts'

interface Call {
  readonly headers: Headers
  readonly body: string
}

/** The secret of a webhook, and a call that was signed with it. */
async function signedCall(): Promise<Call & { readonly secret: string }> {
  const calls: Call[] = []
  const box = createSignalbox({
    fetch: async (_, { headers, body }) => {
      calls.push({ headers: new Headers(headers), body: String(body) })
      return new Response(undefined, { status: 204 })
    },
  })
  const { secret } = await box.webhooks.create({ body: { clientId: 'h', callbackUrl: 'https://receiver.example' } })
  await box.webhooks.test({ id: 'h' })
  await box.close()
  return { ...calls[0]!, secret: secret! }
}

test.each(verifySnippets)('the function for $name accepts a real call, and no other', async ({ name, code }) => {
  const { headers, body, secret } = await signedCall()
  const script = stripTypeScriptTypes(code)
  process.env.SIGNALBOX_WEBHOOK_SECRET = secret
  const prelude = name === 'Node.js' ? '' : `const SIGNALBOX_WEBHOOK_SECRET = ${JSON.stringify(secret)};`
  const { isSigned } = (await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(prelude + script)}`
  )) as { isSigned(headers: unknown, body: string): boolean | Promise<boolean> }
  delete process.env.SIGNALBOX_WEBHOOK_SECRET
  const check = (changes: Record<string, string>, text = body) => {
    const changed = { ...Object.fromEntries(headers), ...changes }
    return isSigned(name === 'Node.js' ? changed : new Headers(changed), text)
  }
  const signature = headers.get('webhook-signature')!
  expect(await check({})).toBe(true)
  expect(await check({ 'webhook-signature': `v1,${btoa('another secret')} ${signature}` })).toBe(true)
  expect(await check({}, `${body} `)).toBe(false)
  expect(await check({ 'webhook-id': 'msg_other' })).toBe(false)
  expect(await check({ 'webhook-timestamp': '1700000000' })).toBe(false)
})
