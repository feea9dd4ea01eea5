import { linkedPath } from '@signalbox/core/gateway'
import { shapeOf } from './content.ts'
import { hasControls } from './paths.ts'
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
  const segments = ownPath(place, plain)
  return segments && { href: `${addressOf(place, segments)}${query}${anchor}`, isElsewhere: false }
}

/** The path below the API that a link of an author names; `undefined` if it leads elsewhere or nowhere. */
export const ownPath = ({ path }: Pick<ApiPlace, 'path'>, text: string): readonly string[] | undefined =>
  linkedPath(path, text)

/** Where a path leads: to a page, which has a slash at its end, or to a file. The Markdown of a page is a link to the page. */
function addressOf(place: ApiPlace, segments: readonly string[]): string {
  const { api } = place
  const found = findResource(api, segments)
  if (found) return linkToApi(place, api, segments, shapeOf(found) !== 'file')
  const page = segments.map((one, i) => (i === segments.length - 1 ? one.replace(/\.md$/, '') : one))
  const isPage = findResource(api, page) !== undefined
  return linkToApi(place, api, isPage ? page : segments, isPage || !/\.\w+$/.test(segments.at(-1) ?? ''))
}

function isAddress(text: string): boolean {
  if (/^mailto:/i.test(text)) return !/[\s<>"]/.test(text)
  const url = URL.parse(text)
  return url !== null && url.username === '' && url.password === ''
}
