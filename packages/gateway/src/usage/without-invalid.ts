import type { UsageBatch } from '@signalbox/core/gateway'

const POINTER = /^\/(entries|quotas|due)\/(\d+)(?:\/|$)/

/**
 * Returns a batch without the entries, quotas and credentials that its source named as invalid. `undefined` if nothing is
 * left, or if the batch as a whole is invalid.
 */
export function withoutInvalid(batch: UsageBatch, rejection: unknown): UsageBatch | undefined {
  const { fieldErrors = {} } = (rejection ?? {}) as { fieldErrors?: Readonly<Record<string, unknown>> }
  const invalid = { entries: new Set<number>(), quotas: new Set<number>(), due: new Set<number>() }
  for (const pointer in fieldErrors) {
    const [, list, place] = POINTER.exec(pointer) ?? []
    if (list === undefined) return undefined
    invalid[list as keyof typeof invalid].add(Number(place))
  }
  const keep = (list: keyof typeof invalid) => (_: unknown, place: number) => !invalid[list].has(place)
  const left = {
    ...batch,
    entries: batch.entries.filter(keep('entries')),
    quotas: batch.quotas.filter(keep('quotas')),
    due: batch.due.filter(keep('due')),
  }
  const size = sizeOf(left)
  return size > 0 && size < sizeOf(batch) ? left : undefined
}

const sizeOf = ({ entries, quotas, due }: UsageBatch): number => entries.length + quotas.length + due.length
