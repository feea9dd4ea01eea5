import type { Snippet } from '../../examples/snippets.ts'

const node = `import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

// whsec_…, from the environment
const secret = process.env.SIGNALBOX_WEBHOOK_SECRET ?? ''
const key = Buffer.from(secret.slice('whsec_'.length), 'base64')

/** Whether a call comes from Signalbox. \`body\` is the text of the request, exactly as it arrived. */
export function isSigned(headers: IncomingHttpHeaders, body: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures } = headers
  if (Math.abs(Date.now() / 1000 - Number(time)) > 300) return false // older than five minutes
  const expected = createHmac('sha256', key).update(\`\${id}.\${time}.\${body}\`).digest()
  return String(signatures).split(' ').some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}
`

const web = `// whsec_…, from the settings of the runtime
declare const SIGNALBOX_WEBHOOK_SECRET: string

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
const algorithm = { name: 'HMAC', hash: 'SHA-256' }

/** Whether a call comes from Signalbox. \`body\` is the text of the request, exactly as it arrived. */
export async function isSigned(headers: Headers, body: string): Promise<boolean> {
  const [id, time, signatures] = ['id', 'timestamp', 'signature'].map((name) => headers.get(\`webhook-\${name}\`) ?? '')
  if (Math.abs(Date.now() / 1000 - Number(time)) > 300) return false // older than five minutes
  const secret = bytesOf(SIGNALBOX_WEBHOOK_SECRET.slice('whsec_'.length))
  const key = await crypto.subtle.importKey('raw', secret, algorithm, false, ['verify'])
  const signed = new TextEncoder().encode(\`\${id}.\${time}.\${body}\`)
  const checks = signatures!.split(' ').map((signature) =>
    crypto.subtle.verify('HMAC', key, bytesOf(signature.replace('v1,', '')), signed),
  )
  return (await Promise.all(checks)).includes(true)
}
`

/** Functions that check signatures as Standard Webhooks says. The secret comes from the environment. */
export const verifySnippets: readonly Snippet[] = [
  { name: 'Node.js', code: node },
  { name: 'Fetch runtimes', code: web },
]
