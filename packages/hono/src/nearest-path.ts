import { nearest } from '@signalbox/core/wire'

/** The most characters and segments of a path that another is looked for. */
const LONGEST = 200
const DEEPEST = 8

/**
 * Finds the path that somebody meant who asked for one that does not exist: without a slash at its end or a version in it, or with
 * the segment that is most like a wrong one. What stands for a parameter stays as it was asked for.
 */
export function nearestPath(templates: readonly string[]) {
  const all = [...new Set(templates.map((template) => template.split('?')[0] as string))].map((path) => path.split('/'))

  return (asked: string): string | undefined => {
    if (asked.length > LONGEST) return undefined
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

/** A path of a template that is like what was asked for; how many segments differ, and how many are parameters. */
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
