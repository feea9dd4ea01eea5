import { chooseType, type Description, type Format, formats, type Subject, subjectsOf } from '@signalbox/core/documents'
import { checkOptions } from '@signalbox/core/errors'
import { encodeError, isTagIn, SignalboxError } from '@signalbox/core/wire'
import { createCompressor, plainTags } from '../answering/compress.ts'
import { readBasic } from '../answering/credentials.ts'
import { isAmong } from './access-key.ts'
import { docsPage, type UiAssets } from './docs-page.ts'
import { createDocuments, type DescribedBox, type Documents, type ServiceInfo } from './documents.ts'
import { page } from './page.ts'

/** Options for the service's own description. */
export interface DocsOptions {
  /**
   * A secret that protects the descriptions. It is sent with HTTP Basic as the password of the user `doc`, or as
   * `?doc_secret=`. If it is missing or empty, the descriptions are public. Users and API keys with the right `R` in the
   * domain `Api` read the catalog of plugins without it.
   */
  readonly accessKey?: string
  /** In development the descriptions are public, even with a key. @default 'production' */
  readonly mode?: 'production' | 'development'
  /** The assets of the page at `/apis/openapi/ui`: `referenceUi` of `@signalbox/hono/ui`. @default none: 404 */
  readonly ui?: UiAssets
}

/** A description, and the handler of requests for it. `base` is the path at which the host mounted this app. */
export interface Described {
  readonly description: Description
  /** Callers with this right need no key. `mayRead` says whether the caller of the request has it. */
  readonly readers: Subject['readers']
  answer(request: Request, base: string, mayRead: () => Promise<boolean>): Promise<Response>
}

const optionNames = {
  accessKey: true,
  mode: true,
  ui: true,
} as const satisfies Record<keyof DocsOptions, true>

/** Returns every description of the service: of its operations, and of the subjects of its slices. */
export function describers(box: DescribedBox, options: DocsOptions, info?: ServiceInfo): Described[] {
  checkOptions('The option docs', options, optionNames)
  const { accessKey = '', mode = 'production', ui } = options
  const isGuarded = accessKey !== '' && mode !== 'development'
  const apiPage = ui && docsPage(ui)
  const caching = { 'Cache-Control': isGuarded ? 'private, no-cache' : 'no-cache' }

  const compress = createCompressor()

  async function pageOf(documents: Documents, base: string): Promise<Response> {
    const own = await documents.page(base)
    if (own) return page(own)
    return apiPage ? apiPage((await documents.written('json', base)).text) : noPage()
  }

  async function isAllowed({ request, mayRead }: Asked): Promise<boolean> {
    if (!isGuarded || (await isAmong(accessKey, givenKeys(request)))) return true
    return !isDocUser(request) && mayRead()
  }

  async function answerFor(documents: Documents, asked: Asked): Promise<Response> {
    const { request, base, offered } = asked
    if (!(await isAllowed(asked))) return keyMissing()
    const format = formatFor(request, offered)
    if (!format) return notAcceptable(offered)
    if (format === 'html') return pageOf(documents, base)
    const { text, etag } = await documents.written(format, base)
    const headers = { ETag: etag, ...caching, ...(offered.length > 1 && { Vary: 'Accept' }) }
    const known = request.headers.get('If-None-Match')
    if (known && isTagIn(plainTags(known), etag, true)) return new Response(null, { status: 304, headers })
    const [type] = formats[format]
    const charset = type.startsWith('text/') ? '; charset=utf-8' : ''
    return new Response(text, {
      headers: { 'Content-Type': type + charset, ...headers, 'X-Content-Type-Options': 'nosniff' },
    })
  }

  return subjectsOf(box.slices).flatMap((subject) => {
    const documents = createDocuments(subject, box, info)
    return subject.descriptions.map((description) => ({
      description,
      readers: subject.readers,
      answer: async (request, base, mayRead) =>
        compress(request, await answerFor(documents, { request, base, mayRead, offered: description.formats })),
    }))
  })
}

/** A request for a description, the mount path, whether the caller may read it without a key, and the available formats. */
interface Asked {
  readonly request: Request
  readonly base: string
  readonly mayRead: () => Promise<boolean>
  readonly offered: readonly Format[]
}

/** Whether the credentials of a request are an access key, right or wrong, so that they identify no caller. */
const isDocUser = ({ headers }: Request): boolean => readBasic(headers.get('Authorization') ?? '').clientId === 'doc'

/** The keys that a request carries, in the header and in the query. */
function givenKeys({ headers, url }: Request): string[] {
  const { clientId, clientSecret } = readBasic(headers.get('Authorization') ?? '')
  const inQuery = new URL(url).searchParams.get('doc_secret')
  return [...(clientId === 'doc' ? [clientSecret] : []), ...(inQuery === null ? [] : [inQuery])]
}

/** The only format, whatever is accepted; with several, the one that `Accept` prefers. */
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
      'The descriptions require their access key: send it by HTTP Basic as the password of the user doc, or as the query parameter doc_secret',
      { errors: [{ message: 'error.credentials', args: [] }] },
    ),
    { 'WWW-Authenticate': 'Basic realm="signalbox-doc", charset="UTF-8"' },
  )

const notAcceptable = (offered: readonly Format[]) => {
  const types = offered.map((format) => formats[format][0])
  return encodeError(
    new SignalboxError(
      'NOT_ACCEPTABLE',
      `The response is available as ${types.join(' and ')}: name one of them in Accept`,
      {
        errors: [{ message: 'error.media.type', args: types }],
      },
    ),
    { Vary: 'Accept' },
  )
}

const noPage = () =>
  encodeError(
    new SignalboxError(
      'NOT_FOUND',
      'This page is not set up: read /apis/openapi instead, or pass toHono `docs: { ui: referenceUi }` with referenceUi of @signalbox/hono/ui',
    ),
  )
