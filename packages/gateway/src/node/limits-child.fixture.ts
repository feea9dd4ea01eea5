/**
 * A process that shares limits over its channel: `node limits-child.fixture.ts name`. It answers each message with how many
 * of so many requests of each key were admitted.
 */
import type { LimitPolicy } from '../limits/limiter.ts'
import { sharedLimits } from '../limits/shared-limits.ts'
import { ipcCarrier } from './ipc-carrier.ts'

/** A message to the process. */
export interface Work {
  readonly keys: readonly string[]
  readonly policy: LimitPolicy
  /** Requests of each key. */
  readonly requests: number
  readonly seed: number
  /** How often a request is repeated that the primary did not answer in time. */
  readonly tries: number
}

const limits = sharedLimits(ipcCarrier(), { onCarrierLoss: 'closed' }).open({
  ...{ zone: 'UTC', clock: Date.now, elapsed: () => performance.now(), report: () => {} },
  random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
})

process.on('message', async (message: Partial<Work>) => {
  if (!message.keys) return
  const { keys, policy, requests = 0, seed = 0, tries } = message as Work
  const limiter = limits.limiterOf(policy.kind, 'test')
  const admitted = await Promise.all(
    keys.map(async (key, place) => {
      let count = 0
      for (let i = 0; i < requests; i++) {
        for (let n = 0; n < tries; n++) {
          const { isAdmitted, isUnavailable } = await limiter.take(key, policy, limits.now(policy.kind))
          if (isAdmitted) count++
          if (!isUnavailable) break
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
        if ((seed + place + i) % 3 === 0)
          await new Promise((resolve) => setTimeout(resolve, (seed * 7 + place + i) % 5))
      }
      return count
    }),
  )
  process.send?.({ admitted })
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
