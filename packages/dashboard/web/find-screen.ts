import type { Screen } from './screens.ts'

/** A screen with the parameters of the path that led to it. */
export interface Found {
  readonly screen: Screen
  readonly params: Readonly<Record<string, string>>
}

/** The first screen whose path matches, segment by segment. Paths that cannot be decoded match none. */
export function findScreen(screens: readonly Screen[], path: string): Found | undefined {
  const given = segmentsOf(path)
  for (const screen of screens) {
    const params = paramsOf(segmentsOf(screen.path), given)
    if (params) return { screen, params }
  }
  return undefined
}

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '')

function paramsOf(wanted: readonly string[], given: readonly string[]): Record<string, string> | undefined {
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [place, segment] of wanted.entries()) {
    if (!segment.startsWith(':')) {
      if (segment !== given[place]) return undefined
      continue
    }
    try {
      params[segment.slice(1)] = decodeURIComponent(given[place]!)
    } catch {
      return undefined
    }
  }
  return params
}
