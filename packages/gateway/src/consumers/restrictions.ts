import type { CauseId, StoredCredential } from '@signalbox/core/gateway'
import { compilePathPatterns } from '../request/path-pattern.ts'

/** Why a credential cannot be used for a request, as the id of a cause; `undefined` if it can. */
export type Restrict = (method: string, path: string) => CauseId | undefined

/**
 * Compiles which requests a credential can be used for, by method and by path without the context path. `undefined`: for
 * all. `readOnly` is asked first, then the restrictions:
 *
 * | `allowLast` | order |
 * |---|---|
 * | true, the default | `notFound` (404), `forbidden` (403), `allowed`: if it is not empty, all others are refused (403) |
 * | false | what `allowed` names passes; then `notFound`, `forbidden`, and all others if `allowed` is not empty |
 *
 * A method `GET` includes HEAD. Empty segments of the path do not count.
 */
export function compileRestrictions({ readOnly = false, restrictions }: StoredCredential): Restrict | undefined {
  const restrict = restrictions && restrictions.enabled !== false ? restrictingBy(restrictions) : undefined
  if (!readOnly) return restrict
  return (method, path) => (reading.has(method) ? restrict?.(method, path) : 'errors.method.forbidden')
}

const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

type Restrictions = NonNullable<StoredCredential['restrictions']>
type Row = NonNullable<Restrictions['allowed']>[number]

function restrictingBy({
  allowLast = true,
  allowed = [],
  forbidden = [],
  notFound = [],
}: Restrictions): Restrict | undefined {
  if (allowed.length + forbidden.length + notFound.length === 0) return undefined
  const isAllowed = anyOf(allowed)
  const isForbidden = anyOf(forbidden)
  const isNotFound = anyOf(notFound)
  return (method, sent) => {
    const path = sent.includes('//') ? sent.replace(/\/{2,}/g, '/') : sent
    if (!allowLast && isAllowed(method, path)) return undefined
    if (isNotFound(method, path)) return 'errors.service.not.found'
    if (isForbidden(method, path)) return 'errors.consumer.forbidden'
    return allowed.length === 0 || (allowLast && isAllowed(method, path)) ? undefined : 'errors.consumer.forbidden'
  }
}

/** Whether a request is one of a list. */
function anyOf(rows: readonly Row[]): (method: string, path: string) => boolean {
  const tests = rows.map(({ method = '*', path }) => {
    const upper = method.toUpperCase()
    const fits = compilePathPatterns([path], []) as (path: string) => boolean
    return (one: string, at: string): boolean =>
      (upper === '*' || upper === one || (upper === 'GET' && one === 'HEAD')) && fits(at)
  })
  return (method, path) => tests.some((test) => test(method, path))
}
