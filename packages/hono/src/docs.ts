import { checkOptions } from '@signalbox/core/errors'
import type { Description, Format } from '@signalbox/core/reference'
import {
  chooseType,
  descriptions,
  formats,
  keyChecker,
  workflowDescriptor,
  workflowPage,
} from '@signalbox/core/reference'
import { encodeError, isTagIn, SignalboxError } from '@signalbox/core/wire'
import { createCompressor, plainTags } from './compress.ts'
import { readBasic } from './credentials.ts'
import type { UiAssets } from './docs-page.ts'
import { docsPage } from './docs-page.ts'
import type { DescribedBox, ServiceInfo } from './documents.ts'
import { createDocuments } from './documents.ts'
import { page } from './page.ts'

/** How the service describes itself. */
export interface DocsOptions {
  /**
   * A secret that the descriptions take: by HTTP Basic as the password of the user `doc`, or as `?doc_secret=`. Without
   * one, or with the empty text, they are open.
   */
  readonly accessKey?: string
  /** In development the descriptions are open, whatever the key. @default 'production' */
  readonly mode?: 'production' | 'development'
  /** What the page at `/apis/openapi/ui` is made of: `referenceUi` of `@signalbox/hono/ui`. @default none: 404 */
  readonly ui?: UiAssets
}

/** A description, and what answers requests for it; `base` is what the host mounted us below. */
export interface Described {
  readonly description: Description
  answer(request: Request, base: string): Promise<Response>
}

const optionNames = {
  accessKey: true,
  mode: true,
  ui: true,
} as const satisfies Record<keyof DocsOptions, true>

/** Every description of the service (contract, "Description endpoints"; decisions, section 10). */
export function describers(box: DescribedBox, options: DocsOptions, info?: ServiceInfo): Described[] {
  checkOptions('The option docs', options, optionNames)
  const { accessKey = '', mode = 'production', ui } = options
  const isGuarded = accessKey !== '' && mode !== 'development'
  const isKey = keyChecker(accessKey)
  const documents = createDocuments(box, info)
  const apiPage = ui && docsPage(ui)
  const caching = { 'Cache-Control': isGuarded ? 'private, no-cache' : 'no-cache' }

  const compress = createCompressor()

  async function answerFor(description: Description, request: Request, base: string): Promise<Response> {
    if (isGuarded && !givenKeys(request).some(isKey)) return keyMissing()
    const { of, formats: offered } = description
    const format = formatFor(request, offered)
    if (!format) return notAcceptable(offered)
    if (format === 'html' && of === 'workflows') return page((nonce) => workflowPage(workflowDescriptor(), nonce))
    if (format === 'html') return apiPage ? apiPage((await documents(of, 'json', base)).text) : noPage()
    const { text, etag } = await documents(of, format, base)
    const headers = { ETag: etag, ...caching, ...(offered.length > 1 && { Vary: 'Accept' }) }
    const known = request.headers.get('If-None-Match')
    if (known && isTagIn(plainTags(known), etag, true)) return new Response(null, { status: 304, headers })
    const [type] = formats[format]
    const charset = type.startsWith('text/') ? '; charset=utf-8' : ''
    return new Response(text, {
      headers: { 'Content-Type': type + charset, ...headers, 'X-Content-Type-Options': 'nosniff' },
    })
  }

  return descriptions.map((description) => ({
    description,
    answer: async (request, base) => compress(request, await answerFor(description, request, base)),
  }))
}

/** What was presented as the key, by the header and by the query. */
function givenKeys({ headers, url }: Request): string[] {
  const { clientId, clientSecret } = readBasic(headers.get('Authorization') ?? '')
  const inQuery = new URL(url).searchParams.get('doc_secret')
  return [...(clientId === 'doc' ? [clientSecret] : []), ...(inQuery === null ? [] : [inQuery])]
}

/** One form is what there is, whatever is accepted; of several the one that is wanted most. */
function formatFor({ headers }: Request, offered: readonly Format[]): Format | undefined {
  if (offered.length === 1) return offered[0]
  const type = chooseType(
    headers.get('Accept'),
    offered.flatMap((format) => [...formats[format]]),
  )
  return offered.find((format) => (formats[format] as readonly string[]).includes(type ?? ''))
}

const keyMissing = () =>
  encodeError(
    new SignalboxError(
      'UNAUTHENTICATED',
      'The descriptions of this service take a key: by HTTP Basic as the user doc, or as the query parameter doc_secret',
      { errors: [{ message: 'error.credentials', args: [] }] },
    ),
    { 'WWW-Authenticate': 'Basic realm="signalbox-doc", charset="UTF-8"' },
  )

const notAcceptable = (offered: readonly Format[]) => {
  const types = offered.map((format) => formats[format][0])
  return encodeError(
    new SignalboxError('NOT_ACCEPTABLE', `There are ${types.join(' and ')}: accept one of them`, {
      errors: [{ message: 'error.media.type', args: types }],
    }),
    { Vary: 'Accept' },
  )
}

const noPage = () =>
  encodeError(
    new SignalboxError(
      'NOT_FOUND',
      'The page is not set up here: read /apis/openapi, or give toHono `docs: { ui: referenceUi }` of @signalbox/hono/ui',
    ),
  )
