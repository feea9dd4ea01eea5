import { isObject, own } from './json.ts'

/** The unescaped steps of a JSON pointer (RFC 6901); none for the whole document. */
export const stepsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))

/**
 * The value at the end of some steps, or `undefined`. Follows own members and elements only: no prototype, no `length`.
 */
export const valueAt = (document: unknown, steps: readonly string[]): unknown => steps.reduce(memberOf, document)

/** Whether a step is an index of an array, or the position after its last element: digits without leading zeros. */
export const isIndex = (step: string, length: number): boolean =>
  /^(0|[1-9]\d{0,14})$/.test(step) && Number(step) <= length

function memberOf(node: unknown, step: string): unknown {
  if (Array.isArray(node)) return isIndex(step, node.length) ? node[Number(step)] : undefined
  return isObject(node) ? own(node, step) : undefined
}
