import type { Listed } from '../machine/calls/map-operations.ts'
import type { Operation } from '../operation.ts'

/**
 * Describes an operation in sentences: what it does, and who may call it. `variants` are the operations of the same path
 * and method that differ in a fixed query.
 */
export const describeOperation = (operation: Operation, variants: readonly Listed[] = []): string =>
  [operation.summary, ...variants.map(({ operation: { summary } }) => summary), whoMay(operation)]
    .join('. ')
    .concat('.')

function whoMay({ access }: Operation): string {
  if (access === 'open') return 'Open to everyone'
  if (access === 'authenticated') return 'For every authenticated caller'
  if (access === 'known') return 'For every authenticated caller, data planes included'
  if (access === 'gateway') return 'Only for data planes, by their gateway key'
  if (access === 'developer') return 'Only for consumers of APIs'
  if (access === 'admin') return 'Only for admins'
  const { domain, right, or } = access
  return `Takes the right ${right}${or ? ` or ${or}` : ''} in the domain ${domain}`
}
