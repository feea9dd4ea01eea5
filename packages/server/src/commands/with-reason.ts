import { contract, type Signalbox } from '@signalbox/core'
import { mapOperations, operations } from '@signalbox/core/contract'

const finders = new Map(operations(contract).map(({ name, find }) => [name.join('.'), find]))

/** The same Signalbox, with a reason for every call that has none of its own. */
export const withReason = (box: Signalbox, reason: string): Signalbox => ({
  ...box,
  ...mapOperations(contract, (_, name) => {
    const call = finders.get(name.join('.'))!(box)
    return (input, options) => call(input, { reason, ...options })
  }),
})
