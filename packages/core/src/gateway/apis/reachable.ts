import { type Problem, problem } from '../../machine/errors/errors.ts'
import { notValid } from '../../machine/errors/not-valid.ts'
import { missingAllowances } from '../compile/path-rules.ts'
import { splitDomain } from '../routes/domains.ts'
import { readPath } from '../routes/path-grammar.ts'
import type { ApiDefinition } from './api.ts'

/**
 * Throws INVALID by JSON pointer for paths of an API that no request can reach, because the gateway rejects requests of their
 * form unless the route allows it (`frontend.allow`). Called when an API is published: what is stored and served stays.
 */
export function checkReachable({ context_path = '', routes = [] }: ApiDefinition): void {
  const fieldErrors: Record<string, readonly Problem[]> = {}
  for (const [i, { frontend }] of routes.entries()) {
    const { domains = [], paths = [], allow = [] } = frontend ?? {}
    const written = [
      ...domains.map((entry, n) => [`domains/${n}`, splitDomain(entry)[1]] as const),
      ...paths.map((path, n) => [`paths/${n}`, path] as const),
    ]
    for (const [member, path] of written) {
      const read = readPath(`${context_path}/${path}`)
      const missing = 'flaw' in read ? [] : missingAllowances(read.segments, allow)
      const problems = missing.map((name) => problem('error.path.allow', path, name))
      if (problems.length > 0) fieldErrors[`/routes/${i}/frontend/${member}`] = problems
    }
  }
  if (Object.keys(fieldErrors).length > 0) throw notValid('The API', { fieldErrors })
}
