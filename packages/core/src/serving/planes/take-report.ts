import type { Caller } from '../../machine/callers/caller.ts'
import { SignalboxError } from '../../machine/errors/errors.ts'
import type { UsageBatch } from '../../usage/usage-batch.ts'

/** Stores a batch of usage from a data plane in another process. */
export type TakeUsage = (batch: UsageBatch) => Promise<void>

/**
 * Stores the usage in a report of a caller with a gateway key. Instances of different gateway keys are different, whatever
 * their names. Rejects with INVALID for an invalid batch, with pointers into the report, and tells `refused` how many entries
 * and quotas were rejected.
 */
export async function takeUsage(
  take: TakeUsage,
  batch: UsageBatch,
  { caller: { authInfo }, refused }: { caller: Caller; refused: (count: number) => Promise<void> },
): Promise<void> {
  const { instance } = batch
  const ours = typeof instance === 'string' && instance !== '' ? `${authInfo?.id}/${instance}` : instance
  try {
    await take({ ...batch, instance: ours })
  } catch (error) {
    if (!(error instanceof SignalboxError) || error.code !== 'INVALID') throw error
    const fieldErrors = Object.fromEntries(
      Object.entries(error.fieldErrors).map(([pointer, problems]) => [`/usage${pointer}`, problems]),
    )
    await refused(Object.keys(fieldErrors).length)
    throw new SignalboxError('INVALID', error.message, { errors: error.errors, fieldErrors })
  }
}
