import { type Problem, problem } from '../../machine/errors/errors.ts'
import { escapePointer } from '../../machine/json/json.ts'
import type { ApiDefinition } from '../apis/api.ts'
import { readCondition } from './conditions.ts'
import { splitDomain, withoutScheme } from './domains.ts'
import { readPath } from './path-grammar.ts'
import type { ApiRoute } from './route.ts'

type Found = Record<string, readonly Problem[]>

/**
 * Problems of the paths and conditions of an API, by JSON pointer. Called on writes only, so that records stored before
 * a rule existed stay readable.
 */
export function problemsOfFrontends({ domain = '', context_path = '', routes = [] }: ApiDefinition): Found {
  const found: Found = {}
  const context = readPath(context_path)
  if ('flaw' in context) found['/context_path'] = [flawed(context.flaw)]
  const base = 'flaw' in context ? '' : context_path
  for (const [i, { frontend }] of routes.entries())
    for (const [pointer, one] of problemsOf(frontend ?? {}, { domain: withoutScheme(domain), base }))
      found[`/routes/${i}/frontend${pointer}`] = [one]
  return found
}

const flawed = ({ segment, reason }: { segment: string; reason: string }): Problem =>
  problem('error.path.segment', segment, reason)

function* problemsOf(
  { domains = [], paths = [], headers = {}, query = {} }: NonNullable<ApiRoute['frontend']>,
  { domain, base }: { domain: string; base: string },
): Generator<readonly [pointer: string, problem: Problem]> {
  for (const [i, entry] of domains.entries()) {
    const [host, path] = splitDomain(entry)
    if (path === '' && isPathLike(host, domain)) yield [`/domains/${i}`, problem('error.path.slash', `/${host}`)]
    else yield* problemOf(`/domains/${i}`, base, path)
  }
  for (const [i, path] of paths.entries()) yield* problemOf(`/paths/${i}`, base, path)
  for (const [member, conditions] of Object.entries({ headers, query }))
    for (const [name, written] of Object.entries(conditions)) {
      const read = readCondition(written)
      if (typeof read === 'string') yield [`/${member}/${escapePointer(name)}`, problem('error.condition', read)]
    }
}

/** Checks a path behind the context path: parameter names must be unique in both together. */
function* problemOf(pointer: string, base: string, path: string) {
  const read = readPath(`${base}/${path}`)
  if ('flaw' in read) yield [pointer, flawed(read.flaw)] as const
}

/** Whether an entry is a path that lacks its slash: a word without a dot that is not the domain of the API. */
const isPathLike = (host: string, domain: string): boolean =>
  host !== '' && host.toLowerCase() !== domain.toLowerCase() && !/[.:*]|^localhost$/i.test(host)
