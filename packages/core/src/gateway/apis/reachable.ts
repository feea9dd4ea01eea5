import { type Problem, problem } from '../../machine/errors/errors.ts'
import { notValid } from '../../machine/errors/not-valid.ts'
import { missingAllowances } from '../compile/path-rules.ts'
import { splitDomain } from '../routes/domains.ts'
import { readPath } from '../routes/path-grammar.ts'
import type { ApiDefinition } from './api.ts'

/**
 * Throws INVALID by JSON pointer for paths of an API that no request can reach, because the gateway rejects requests of their
 * form unless the route allows it (`frontend.allow`). Called when an API is published. Paths that are served already stay.
 */
export function checkReachable(api: ApiDefinition, served?: ApiDefinition): void {
  const known = new Set(served ? [...unreachable(served)].map(([, path, name]) => `${name} ${path}`) : [])
  const fieldErrors: Record<string, readonly Problem[]> = {}
  for (const [pointer, path, name] of unreachable(api)) {
    const found = fieldErrors[pointer] ?? []
    if (!known.has(`${name} ${path}`)) fieldErrors[pointer] = [...found, problem('error.path.allow', path, name)]
  }
  if (Object.keys(fieldErrors).length > 0) throw notValid('The API', { fieldErrors })
}

/** Each path that cannot be reached, with the allowance that its route lacks. */
function* unreachable({ context_path = '', routes = [] }: ApiDefinition) {
  for (const [i, { frontend }] of routes.entries()) {
    const { domains = [], paths = [], allow = [] } = frontend ?? {}
    const written = [
      ...domains.map((entry, n) => [`domains/${n}`, splitDomain(entry)[1]] as const),
      ...paths.map((path, n) => [`paths/${n}`, path] as const),
    ]
    for (const [member, path] of written) {
      const read = readPath(`${context_path}/${path}`)
      if ('flaw' in read) continue
      for (const name of missingAllowances(read.segments, allow))
        yield [`/routes/${i}/frontend/${member}`, path, name] as const
    }
  }
}
