import type { CompiledRoute } from '@signalbox/core/gateway'
import type { OpenApiDocument } from '../documents/document.ts'
import { type FoundOperation, operationsOf } from './operations.ts'

/**
 * Finds the operations of requests to a route. The paths of the document are those after the context path of the API; the
 * paths of its servers may stand before them.
 */
export function operationFinder(
  document: OpenApiDocument,
  { frontend }: Pick<CompiledRoute, 'frontend'>,
): (request: { readonly method: string; readonly path: string }) => FoundOperation {
  const skipped = frontend.matches[0]?.context_segments ?? 0
  return ({ method, path }) => {
    const operations = operationsOf(document)
    if (skipped === 0) return operations.find(method, path)
    const found = operations.find(method, withoutSegments(path, skipped))
    if (found && 'operation' in found) return found
    const whole = operations.find(method, path)
    return whole && 'operation' in whole ? whole : (found ?? whole)
  }
}

function withoutSegments(path: string, count: number): string {
  let at = 0
  for (let i = 0; i < count && at >= 0; i++) at = path.indexOf('/', at + 1)
  return at < 0 ? '/' : path.slice(at)
}
