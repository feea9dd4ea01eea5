import { namesOf } from '@signalbox/core/gateway'
import type { Found } from '../router/router.ts'

/** The path parameters of a request, decoded. */
export function paramsOf(found: Found<unknown> | undefined): Record<string, string> {
  const params: Record<string, string> = {}
  if (!found) return params
  let place = 0
  for (const segment of found.match.segments)
    for (const name of namesOf(segment)) params[name] = decoded(found.values[place++] as string)
  return params
}

/** A segment of a path, decoded; as it is if it is no UTF-8. */
function decoded(segment: string): string {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
