import { forAdmins } from '../machine/callers/access.ts'
import type { Domains } from '../machine/callers/domains.ts'
import { type Problem, problem } from '../machine/errors/errors.ts'
import { pattern } from '../machine/errors/in-words.ts'
import { escapePointer, isObject } from '../machine/json/json.ts'
import { keySchema } from '../machine/keys/key.ts'
import { defineResource } from '../machine/records/resource.ts'
import { MASK } from '../machine/records/secrets/secrets.ts'
import { choice, object, output, type Static, Type } from '../machine/schema/schema.ts'

/** Header values are often credentials, so all of them are treated as secrets. */
const header = Type.String({ writeOnly: true, 'x-sent-to': ['callbackUrl'], maxLength: 8192 })
const headers = Type.Record(Type.String(), header, {
  maxProperties: 50,
  description: 'Headers of every call; values are returned masked, and required again if callbackUrl changes',
})

const created = Type.String({
  format: 'timestamp',
  description: 'A local date and time with milliseconds, without a zone',
})

const members = <const D extends string, const T extends string>({ names, eventTypes }: Domains<D, T>) => ({
  clientId: keySchema,
  callbackUrl: Type.String({ maxLength: 2048, description: 'http or https, without credentials' }),
  domains: Type.Optional(Type.Array(choice(names), { maxItems: 100, description: 'Empty: all' })),
  patterns: Type.Optional(
    Type.Array(Type.String({ maxLength: 1024 }), { maxItems: 100, description: 'Key patterns; empty: all keys' }),
  ),
  types: Type.Optional(Type.Array(choice(eventTypes), { maxItems: 100, description: 'Types of events; empty: all' })),
  headers: Type.Optional(headers),
  isBanned: Type.Optional(
    Type.Boolean({ default: false, description: 'Whether deliveries are stopped; set after ten consecutive failures' }),
  ),
  secret: Type.Optional(
    Type.String({
      pattern: pattern(
        `^(whsec_[A-Za-z0-9+/]+={0,2}|\\*{${MASK.length}})$`,
        'must be whsec_ followed by 24 to 64 bytes in base64',
      ),
      writeOnly: true,
      description: 'Signs the calls (Standard Webhooks): whsec_ and 24 to 64 bytes in Base64; returned once',
    }),
  ),
})

/** A webhook: the address that events are posted to, and which events. */
const webhookSchema = <const D extends string, const T extends string>(domains: Domains<D, T>) =>
  object({ ...members(domains), created: output(created) })

/** A webhook as clients send it. */
export type Webhook = Static<ReturnType<typeof webhookSchema<string, string>>>
/** A webhook as it is stored. */
export type StoredWebhook = Required<Webhook>

/** The domain and the collection of webhooks; only admins have access. */
export const webhookKind = {
  name: 'webhook',
  plural: 'webhooks',
  domain: 'Webhook',
  events: 'WEBHOOK',
  isStreamedByDefault: true,
  access: forAdmins,
} as const

/** The resource of webhooks, for events of these domains and types. */
export const webhooksOf = <const D extends string, const T extends string>(domains: Domains<D, T>) =>
  defineResource({
    ...webhookKind,
    path: '/api/webhooks',
    schema: webhookSchema(domains),
    id: keySchema,
    key: 'clientId',
    lines: object({ ...members(domains), created: Type.Optional(created) }),
    rules: { check: problemsOf },
  })

/** Headers that belong to the connection, the body or the signature. */
const reserved =
  /^(connection|content-.*|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|webhook-.*)$/i

function problemsOf(webhook: unknown): Record<string, Problem[]> {
  const problems: Record<string, Problem[]> = {}
  if (!isObject(webhook)) return problems
  const { callbackUrl, secret, headers } = webhook
  if (typeof callbackUrl === 'string' && !isCallbackUrl(callbackUrl))
    problems['/callbackUrl'] = [problem('error.format', 'http(s) URL without credentials')]
  if (typeof secret === 'string' && secret !== MASK && !isWholeBase64(secret))
    problems['/secret'] = [problem('error.format', 'whsec_ and 24 to 64 bytes in base64')]
  for (const [name, value] of Object.entries(isObject(headers) ? headers : {})) {
    const at = `/headers/${escapePointer(name)}`
    if (!/^[\w!#$%&'*+.^`|~-]{1,256}$/.test(name)) problems[at] = [problem('error.format', 'name of a header')]
    else if (reserved.test(name)) problems[at] = [problem('error.header.reserved', name)]
    else if (typeof value === 'string' && !/^[\t\x20-\x7e]*$/.test(value))
      problems[at] = [problem('error.format', 'value of a header: printable ASCII')]
  }
  return problems
}

function isCallbackUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}

function isWholeBase64(secret: string): boolean {
  try {
    const { length } = atob(secret.slice('whsec_'.length))
    return length >= 24 && length <= 64
  } catch {
    return false
  }
}
