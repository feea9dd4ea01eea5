import { nearest } from '@signalbox/core/wire'

/** Longer or deeper paths get no suggestion. */
const MOST_CHARACTERS = 200
const DEEPEST = 8

/**
 * Suggests an existing path for an unknown one: without a trailing slash or a version (`/v1`), or with one misspelt
 * segment corrected. Parameter values are kept.
 */
export function nearestPath(templates: readonly string[]) {
  const all = [...new Set(templates.map((template) => template.split('?')[0] as string))].map((path) => path.split('/'))

  return (asked: string): string | undefined => {
    if (asked.length > MOST_CHARACTERS) return undefined
    const segments = asked
      .replace(/\/+/g, '/')
      .replace(/(.)\/$/, '$1')
      .replace(/^(\/api)\/v\d+(?=\/)/, '$1')
      .split('/')
    if (segments.length > DEEPEST) return undefined
    const found = all.flatMap((template) => {
      const fitted = fit(template, segments)
      return fitted ? [fitted] : []
    })
    const [best] = found.sort((a, b) => a.changes - b.changes || a.parameters - b.parameters)
    return best && best.path !== asked ? best.path : undefined
  }
}

/** Fits a template to the requested path. Returns the path, and how many segments differ and are parameters. */
function fit(template: readonly string[], asked: readonly string[]) {
  if (template.length !== asked.length) return undefined
  let changes = 0
  let parameters = 0
  const path: string[] = []
  for (const [i, segment] of template.entries()) {
    const sent = asked[i] as string
    if (segment.startsWith('{')) {
      if (sent === '') return undefined
      parameters++
      path.push(sent)
    } else {
      if (segment !== sent) {
        if (nearest(sent, [segment]) === undefined) return undefined
        changes++
      }
      path.push(segment)
    }
  }
  return changes > 1 ? undefined : { path: path.join('/'), changes, parameters }
}
