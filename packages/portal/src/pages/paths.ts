import type { Resource } from './site.ts'

/** A path below the mount, taken apart. */
export interface Path {
  /** The segments, decoded. Empty at the mount itself. */
  readonly segments: readonly string[]
  /** How many slashes it has: how far up the mount is for a browser. */
  readonly depth: number
  /** Whether it ends with a slash, or is the mount itself. */
  readonly isFolder: boolean
}

/**
 * Takes a path below the mount apart, such as `billing/guide/`. `segments` is `undefined` for paths that no page has: with empty
 * segments, dots, encoded slashes, backslashes, control characters, or invalid escapes.
 */
export function readPath(path: string): Omit<Path, 'segments'> & Partial<Path> {
  const depth = path.split('/').length - 1
  const isFolder = path === '' || path.endsWith('/')
  const segments = path === '' ? [] : path.replace(/\/$/, '').split('/').map(decoded)
  return {
    depth,
    isFolder,
    ...(segments.every((one) => one !== undefined && isSegment(one)) && { segments: segments as string[] }),
  }
}

/** The path of a resource, in segments; `undefined` if no address can name it. A text is a path, too. */
export function pathOf({ path }: Resource): readonly string[] | undefined {
  const given: unknown = path
  const texts = Array.isArray(given) ? given : [given]
  if (!texts.every((one) => typeof one === 'string')) return undefined
  const segments = texts.flatMap((one) => one.split('/')).filter((one) => one !== '')
  return segments.length > 0 && segments.every(isSegment) ? segments : undefined
}

/** The relative address of a path, for a page that is `depth` slashes below the mount. */
export function addressFrom(depth: number, segments: readonly string[], isFolder: boolean): string {
  const path = segments.map((one) => encodeURIComponent(one.toWellFormed())).join('/')
  return `${'../'.repeat(depth) || './'}${path}${isFolder && path !== '' ? '/' : ''}`
}

/** A path as a key: equal for equal paths. Segments have no slashes. */
export const keyOf = (path: readonly string[]): string => path.join('/')

/** Whether two paths are the same. */
export const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one, i) => one === b[i])

const isSegment = (one: string): boolean => !/^\.{0,2}$|[\\/]/.test(one) && !hasControls(one)

/** Whether a text has control characters, which no address has. */
export const hasControls = (text: string): boolean => /\p{Cc}/u.test(text)

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
