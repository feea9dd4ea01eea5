import { isObject } from '@signalbox/core/gateway'
import type { Plan } from '../site.ts'
import { exampleOf, madeOf } from './examples.ts'
import type { Follow, Operation } from './read-operations.ts'
import type { Content, Parameter, Parts } from './read-parts.ts'

/** A request as code in a language. */
export interface Sample {
  readonly language: 'curl' | 'JavaScript' | 'Python'
  readonly code: string
}

/** What a sample needs besides the operation. */
export interface SampleContext {
  /** Where the gateway serves the API. @default `$GATEWAY` */
  readonly address: string | undefined
  /** How the consumer proves who they are. @default not at all */
  readonly access: Plan['access_mode_configuration_type'] | undefined
  readonly follow: Follow
}

/** A request in values that all languages can write. */
interface Asked {
  readonly method: string
  /** The address of the gateway, or `$GATEWAY`. */
  readonly base: string
  readonly path: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: unknown
  readonly access: SampleContext['access']
}

/** A request of an operation in the languages that most readers know. Values of the document are always quoted. */
export function samplesOf(operation: Operation, parts: Parts, context: SampleContext): readonly Sample[] {
  const asked = askedOf(operation, parts, context)
  return [
    { language: 'curl', code: curl(asked) },
    { language: 'JavaScript', code: javaScript(asked) },
    { language: 'Python', code: python(asked) },
  ]
}

const GATEWAY = '$GATEWAY'

function askedOf({ method, path }: Operation, parts: Parts, { address, access, follow }: SampleContext): Asked {
  const given = (place: string, isNeeded: (one: Parameter) => boolean) =>
    parts.parameters.filter((one) => one.in === place && isNeeded(one))
  const [template = ''] = path.split('#')
  const inPath = new Map(given('path', () => true).map((one) => [one.name, shownFor(one, follow)]))
  const filled = template.replace(/\{([^{}]*)\}/g, (_, name: string) =>
    encodeURIComponent((inPath.get(name) ?? name).toWellFormed()),
  )
  const query = new URLSearchParams(
    given('query', (one) => one.isRequired).map((one) => [one.name, shownFor(one, follow)]),
  ).toString()
  const [content] = parts.body?.contents ?? []
  const type = content && (content.types.find((one) => /json/i.test(one)) ?? content.types[0])
  const body = content && bodyOf(content, type ?? '', follow)
  const isAsked = body !== undefined && type !== undefined
  return {
    ...{ method, access, base: (address ?? GATEWAY).replace(/\/$/, '') },
    path: `${encoded(filled)}${query === '' ? '' : `${filled.includes('?') ? '&' : '?'}${query}`}`,
    headers: [
      ...(isAsked ? [['Content-Type', plain(type)] as const] : []),
      ...given('header', (one) => one.isRequired && !/^(authorization|content-type|cookie)$/i.test(one.name)).map(
        (one) => [plain(one.name), plain(shownFor(one, follow))] as const,
      ),
    ],
    body: isAsked ? body : undefined,
  }
}

/** A path with its escapes; it has no character that ends an argument but `'`. */
function encoded(path: string): string {
  const whole = path.startsWith('/') ? path : `/${path}`
  return encodeURI(whole.toWellFormed()).replace(/%25([\dA-F]{2})/gi, '%$1')
}

/** The value of a parameter: its example, or one that shows where it stands. */
function shownFor({ name, schema, example }: Parameter, follow: Follow): string {
  const made = example ?? madeOf(schema, follow, { depth: 2, values: 4 })
  if (made === undefined || made === 'text' || isObject(made)) return name.toUpperCase()
  return Array.isArray(made) ? made.map(String).join(',') : String(made)
}

/** A body for a sample: JSON, or a text. Forms are written with their members. */
function bodyOf(content: Content, type: string, follow: Follow): unknown {
  const made = exampleOf(content, follow, { depth: 4, values: 40, isShort: true })
  if (/x-www-form-urlencoded/i.test(type) && isObject(made))
    return new URLSearchParams(Object.entries(made).map(([name, value]) => [name, String(value)])).toString()
  if (/json/i.test(type) || type === '') return made
  return typeof made === 'string' ? made : '…'
}

/** A text in one line, as headers are. */
const plain = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').slice(0, 1000)

const textOfBody = (body: unknown, space?: number): string =>
  typeof body === 'string' ? body : (JSON.stringify(body, null, space) ?? '')

function curl({ method, base, path, headers, body, access }: Asked): string {
  const url = base === GATEWAY ? `"${GATEWAY}"${quoted(path)}` : quoted(`${base}${path}`)
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${quotedIfNeeded(method)}`} ${url}`,
    ...accessOfCurl(access),
    ...headers.map((one) => `-H ${quoted(one.join(': '))}`),
    ...(body === undefined ? [] : [`--data-raw ${quoted(textOfBody(body))}`]),
  ]
  return lines.join(' \\\n  ')
}

function accessOfCurl(access: Asked['access']): readonly string[] {
  if (access === 'apikey') return ['-u ID:SECRET']
  if (access === 'mtls') return ['--cert client.pem --key client.key']
  return isToken(access) ? ["-H 'Authorization: Bearer TOKEN'"] : []
}

const isToken = (access: Asked['access']): boolean =>
  access === 'jwt' || access === 'oauth2-local' || access === 'oauth2-remote'

/** A text as one argument of a shell, whatever is in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
const quotedIfNeeded = (text: string): string => (/^[A-Z]+$/.test(text) ? text : quoted(text))

function javaScript({ method, base, path, headers, body, access }: Asked): string {
  const all = [...headers.map(([name, value]) => [name, JSON.stringify(value)] as const)]
  if (access === 'apikey') all.unshift(['Authorization', '`Basic ${btoa(`${ID}:${SECRET}`)}`'])
  if (isToken(access)) all.unshift(['Authorization', '`Bearer ${TOKEN}`'])
  const options = [
    ...(method === 'GET' ? [] : [`  method: ${JSON.stringify(method)},`]),
    ...(all.length > 0
      ? [`  headers: { ${all.map(([name, value]) => `${JSON.stringify(name)}: ${value}`).join(', ')} },`]
      : []),
    ...(body === undefined
      ? []
      : [`  body: ${typeof body === 'string' ? JSON.stringify(body) : `JSON.stringify(${JSON.stringify(body)})`},`]),
  ]
  const url = JSON.stringify(`${base}${path}`)
  return `const response = await fetch(${url}${options.length > 0 ? `, {\n${options.join('\n')}\n}` : ''})`
}

function python({ method, base, path, headers, body, access }: Asked): string {
  const options = [
    ...(access === 'apikey' ? ['auth=(ID, SECRET)'] : []),
    ...(access === 'mtls' ? ['cert=("client.pem", "client.key")'] : []),
    ...(headers.length > 0 || isToken(access)
      ? [
          `headers={${[
            ...(isToken(access) ? ['"Authorization": f"Bearer {TOKEN}"'] : []),
            ...headers.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`),
          ].join(', ')}}`,
        ]
      : []),
    ...(body === undefined ? [] : [`data=${JSON.stringify(textOfBody(body))}`]),
  ]
  const url = JSON.stringify(`${base}${path}`)
  const call = [JSON.stringify(method), url, ...options].map((one) => `    ${one},`).join('\n')
  return `import requests\n\nresponse = requests.request(\n${call}\n)`
}
