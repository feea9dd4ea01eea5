import type { Documentation, Resource } from './documentation.ts'
import { kindOf, pathText, typeOf } from './resource.ts'

/** Sentences by JSON Pointer. */
type Problems = Record<string, readonly string[]>

/**
 * What keeps readers from seeing a documentation as it is written, at its places in the API. The service stores it anyway:
 * pages leave out what they cannot show.
 */
export function problemsOf({ home, logo, footer, banner, resources = [], ...rest }: Documentation): Problems {
  const problems: Problems = {}
  const tell = (pointer: string, sentence: string | undefined) => {
    if (sentence !== undefined) problems[`/documentation${pointer}`] = [sentence]
  }
  for (const [name, resource] of Object.entries({ home, footer, banner })) tellContent(name, resource)
  tellContent('logo', logo)
  tell('/logo/content_type', logo && logoProblem(logo))
  const seen = new Set<string>()
  for (const [at, resource] of resources.entries()) {
    const path = pathText(resource)
    tell(`/resources/${at}/path`, pathProblem(path) ?? (seen.has(path) ? 'Another page has this path.' : undefined))
    seen.add(path)
    tellContent(`resources/${at}`, resource)
  }
  for (const [at, { link = '' }] of (rest.references ?? []).entries()) tell(`/references/${at}/link`, linkProblem(link))
  for (const [at, { from = '', to = '' }] of (rest.redirections ?? []).entries()) {
    tell(
      `/redirections/${at}/from`,
      from === '' || isElsewhere(from) ? 'Enter a path, such as /old.' : linkProblem(from),
    )
    tell(`/redirections/${at}/to`, linkProblem(to))
  }
  return problems

  function tellContent(name: string, resource: Resource | undefined): void {
    const base64 = resource && kindOf(resource) === 'base64' ? resource.base64_content : undefined
    if (base64 !== undefined && bytesOf(base64) === undefined)
      tell(`/${name}/base64_content`, 'This isn’t Base64. Choose a file, or paste its bytes as Base64.')
  }
}

/** Names that the portal uses itself: a page at one of them is never shown. */
const taken = new Set([
  ...['plans', 'plans.md', 'changes', 'changes.atom', 'search', 'search.md', 'openapi.json', 'llms.txt', 'index.md'],
  ...['reference', 'documentation', 'subscribe', '~', '.well-known', 'sitemap.xml'],
])

function pathProblem(path: string): string | undefined {
  const segments = path.split('/').filter((one) => one !== '')
  if (segments.length === 0) return 'Enter a path, such as guide or guide/first.'
  if (segments.some((one) => one === '.' || one === '..')) return 'A path can’t contain the segments . or ..'
  if (/[\\\p{Cc}]/u.test(path)) return 'A path can’t contain backslashes or control characters.'
  if (/%(?:2f|5c|2e)/i.test(path)) return 'Write the path without escapes such as %2F.'
  return taken.has(segments[0]!) ? `The portal uses the path ${segments[0]} itself. Choose another one.` : undefined
}

const isElsewhere = (link: string): boolean => /^[a-z][a-z\d+.-]*:|^[\\/]{2}/i.test(link.trim())

/** Links lead to pages of the API, or to https. */
function linkProblem(link: string): string | undefined {
  const text = link.trim()
  if (text === '') return 'Enter a path, such as /guide, or an address.'
  if (!isElsewhere(text))
    return /[\\\p{Cc}]/u.test(text) ? 'A path can’t contain backslashes or control characters.' : undefined
  return /^https:\/\//i.test(text) && URL.canParse(text)
    ? undefined
    : 'Enter a path, such as /guide, or an address that starts with https://.'
}

const pictures = /^image\/(?:png|jpeg|gif|webp|avif|svg\+xml|x-icon|vnd\.microsoft\.icon)$/

/** Why browsers do not show a logo: its type, or its bytes. */
function logoProblem(logo: Resource): string | undefined {
  if (!pictures.test(typeOf(logo).split(';')[0]!.trim().toLowerCase()))
    return 'A logo is a picture: PNG, JPEG, GIF, WebP, AVIF, SVG or ICO.'
  const bytes = kindOf(logo) === 'base64' ? bytesOf(logo.base64_content ?? '') : undefined
  return bytes !== undefined && bytes !== '' && !looksLikePicture(bytes) ? 'The file isn’t a picture.' : undefined
}

/** The first bytes of the formats. */
const looksLikePicture = (bytes: string): boolean =>
  ['\x89PNG', '\xff\xd8\xff', 'GIF8', '\0\0\x01\0'].some((start) => bytes.startsWith(start)) ||
  /^(?:RIFF.{4}WEBP|.{4}ftypavi[fs])|<svg[\s>]/s.test(bytes)

function bytesOf(base64: string): string | undefined {
  try {
    return atob(base64.replace(/\s+/g, ''))
  } catch {
    return undefined
  }
}
