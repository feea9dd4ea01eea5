import { shapeOf } from './content.ts'
import { hasControls, readPath } from './paths.ts'
import { type ApiPlace, findResource, linkToApi } from './place.ts'

/** A link that a page may have. */
export interface Link {
  readonly href: string
  /** Whether it leads elsewhere: such links tell the other site nothing about the reader. */
  readonly isElsewhere: boolean
}

/** The schemes of links to elsewhere. */
const SCHEMES = /^(https?:\/\/|mailto:)/i

/** Whether a text can be a link: to a path of ours, or to elsewhere. Scripts, data and other schemes cannot. */
export function isLink(text: string): boolean {
  const plain = text.trim()
  if (SCHEMES.test(plain)) return isAddress(plain)
  return !/^([a-z][a-z\d+.-]*:|[\\/]{2})|\\/i.test(plain) && !hasControls(plain)
}

/**
 * Reads a link of an author: `/x` is the page `x` of the API, and other paths are relative to the page, as between files.
 * `undefined` if it must be a text.
 */
export function resolveLink(place: ApiPlace, text: string): Link | undefined {
  const plain = text.trim()
  if (!isLink(plain)) return undefined
  if (SCHEMES.test(plain)) return { href: plain, isElsewhere: true }
  const [, path = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(plain) ?? []
  const anchor = hash === '' ? '' : `#${hash.startsWith('#h-') ? '' : 'h-'}${hash.slice(1)}`
  if (path === '') return { href: `${query}${anchor}` || './', isElsewhere: false }
  const segments = segmentsFrom(path.startsWith('/') ? [] : place.path.slice(0, -1), path)
  return segments && { href: `${addressOf(place, segments)}${query}${anchor}`, isElsewhere: false }
}

/** The path below the API that a link of an author names; `undefined` if it leads elsewhere or nowhere. */
export function ownPath(place: Pick<ApiPlace, 'path'>, text: string): readonly string[] | undefined {
  const plain = text.trim()
  if (!isLink(plain) || SCHEMES.test(plain)) return undefined
  const path = plain.replace(/[?#].*$/s, '')
  return segmentsFrom(path.startsWith('/') ? [] : place.path.slice(0, -1), path)
}

/** Where a path leads: to a page, which has a slash at its end, or to a file. The Markdown of a page is a link to the page. */
function addressOf(place: ApiPlace, segments: readonly string[]): string {
  const { api } = place
  const found = findResource(api, segments)
  if (found) return linkToApi(place, api, segments, shapeOf(found) !== 'file')
  const page = segments.map((one, i) => (i === segments.length - 1 ? one.replace(/\.md$/, '') : one))
  const isPage = findResource(api, page) !== undefined
  return linkToApi(place, api, isPage ? page : segments, isPage || !/\.\w+$/.test(segments.at(-1) ?? ''))
}

/** The segments of a path, with its dots followed; they never lead out of the API. */
function segmentsFrom(start: readonly string[], path: string): readonly string[] | undefined {
  const result = [...start]
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..') {
      result.pop()
      continue
    }
    const { segments } = readPath(part)
    if (!segments) return undefined
    result.push(...segments)
  }
  return result
}

function isAddress(text: string): boolean {
  if (/^mailto:/i.test(text)) return !/[\s<>"]/.test(text)
  const url = URL.parse(text)
  return url !== null && url.username === '' && url.password === ''
}
