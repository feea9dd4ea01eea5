import { type CurlOption, curlOptions, type WrittenOption } from './curl-options.ts'
import { type GivenHeader, type ReadRequest, readHeader } from './given-request.ts'
import { shellWords } from './shell-words.ts'

/** Reads a curl command. The request is the one that curl would send, without the headers that curl adds itself. */
export function parseCurl(text: string): ReadRequest {
  const read = shellWords(text)
  if ('problem' in read) return read
  const [, ...words] = read.words
  const options = curlOptions(words)
  const valuesOf = (...names: readonly CurlOption[]) =>
    options.filter(({ option }) => names.includes(option)).map(({ value }) => value)
  const has = (...names: readonly CurlOption[]) => valuesOf(...names).length > 0
  const [url, ...others] = valuesOf('url')
  if (url === undefined) return { problem: 'The command has no URL.' }
  const isInQuery = has('get')
  const data = options.filter(isData)
  const query = [...valuesOf('url-query').map(encodedValue), ...(isInQuery ? data.map(dataText) : [])]
  const { target, user } = targetOf(url, query)
  const hasBody = (data.length > 0 && !isInQuery) || has('form')
  const method =
    valuesOf('request').at(-1) ?? (has('head') ? 'HEAD' : has('upload-file') ? 'PUT' : hasBody ? 'POST' : 'GET')
  const headers = headersOf(options, { hasBody, isInQuery, user })
  const files = [...valuesOf('header'), ...(isInQuery ? valuesOf('data', 'data-urlencode') : [])].filter((value) =>
    value.startsWith('@'),
  )
  const notes = [
    ...(others.length > 0 ? ['The command has several URLs: the first is used.'] : []),
    ...(files.length > 0 ? [`Files are not read: ${files.join(', ')}.`] : []),
    ...(valuesOf('cookie').some((value) => !value.includes('=')) ? ['Cookies in files are not read.'] : []),
  ]
  return { request: { method, url: target, headers }, notes }
}

const dataOptions: ReadonlySet<CurlOption> = new Set(['data', 'data-raw', 'data-urlencode', 'json'])
const isData = ({ option }: WrittenOption): boolean => dataOptions.has(option)

interface Body {
  readonly hasBody: boolean
  readonly isInQuery: boolean
  /** The user and the password in the URL. */
  readonly user: string | undefined
}

/** The headers that the options ask for. What is written as a header takes precedence. */
function headersOf(options: readonly WrittenOption[], { hasBody, isInQuery, user }: Body): readonly GivenHeader[] {
  const written = options.flatMap(({ option, value }) => (option === 'header' ? headerOf(value) : []))
  const removed = options.flatMap(({ option, value }) =>
    option === 'header' && /^[^:\s]+:\s*$/.test(value) ? [value.trim().slice(0, -1)] : [],
  )
  const last = (name: CurlOption) => options.findLast(({ option }) => option === name)?.value
  const cookies = options.flatMap(({ option, value }) => (option === 'cookie' && value.includes('=') ? [value] : []))
  const isJson = last('json') !== undefined
  const given = last('user') ?? user
  const derived: readonly (readonly [name: string, value: string | undefined])[] = [
    ['Authorization', last('oauth2-bearer') === undefined ? given && basic(given) : `Bearer ${last('oauth2-bearer')}`],
    ['Cookie', cookies.length === 0 ? undefined : cookies.join('; ')],
    ['User-Agent', last('user-agent')],
    ['Referer', last('referer')],
    ['Range', last('range') && `bytes=${last('range')}`],
    ['Accept', isJson ? 'application/json' : undefined],
    ['Content-Type', hasBody && !isInQuery ? contentType(isJson, last('form') !== undefined) : undefined],
  ]
  const isTaken = (name: string) =>
    [...written.map((one) => one.name), ...removed].some((one) => one.toLowerCase() === name.toLowerCase())
  return [
    ...written,
    ...derived.flatMap(([name, value]) =>
      value === undefined || value === '' || isTaken(name) ? [] : [{ name, value }],
    ),
  ]
}

const contentType = (isJson: boolean, isForm: boolean): string =>
  isJson ? 'application/json' : isForm ? 'multipart/form-data' : 'application/x-www-form-urlencoded'

/** `Name: value`, or `Name;` for an empty value. `Name:` removes a header of curl. */
function headerOf(written: string): readonly GivenHeader[] {
  const empty = /^([^:;\s]+);\s*$/.exec(written)
  if (empty) return [{ name: empty[1]!, value: '' }]
  const header = readHeader(written)
  return header && header.value !== '' ? [header] : []
}

const basic = (user: string): string => {
  const bytes = new TextEncoder().encode(user.includes(':') ? user : `${user}:`)
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`
}

const dataText = ({ option, value }: WrittenOption): string =>
  option === 'data-urlencode' ? encodedValue(value) : value

/** `content`, `=content` or `name=content`: the content is encoded. */
function encodedValue(value: string): string {
  const at = value.indexOf('=')
  const [name, content] = at < 0 ? ['', value] : [value.slice(0, at), value.slice(at + 1)]
  const encoded = encodeURIComponent(wellFormed(content))
  return name === '' ? encoded : `${name}=${encoded}`
}

/** A text without halves of surrogate pairs, which have no bytes: curl sends others in their place. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd')

/** The URL with its scheme and what is added to its query, without a fragment, and the user in it. */
function targetOf(written: string, query: readonly string[]) {
  const [address = ''] = written.split('#')
  const absolute = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`
  const [, scheme = '', user, rest = ''] = /^([^/]*\/\/)(?:([^/?#@]*)@)?(.*)$/s.exec(absolute) ?? []
  const target = `${scheme}${rest}`
  const added = query.filter((part) => part !== '' && !part.startsWith('@')).join('&')
  const mark = target.includes('?') ? (/[?&]$/.test(target) ? '' : '&') : '?'
  return { target: added === '' ? target : `${target}${mark}${added}`, user: user && decoded(user) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
