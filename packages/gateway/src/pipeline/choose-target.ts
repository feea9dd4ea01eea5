import type { CompiledBackend } from '@signalbox/core/gateway'
import type { Target } from './pipeline.ts'

/** Chooses the target of a request: the first that takes requests, a backup only if there is no other. */
export function chooseTarget({ targets }: CompiledBackend): Target | undefined {
  const usable = (target: Target) => target.weight !== 0
  return targets.find((target) => usable(target) && !target.backup) ?? targets.find(usable)
}
