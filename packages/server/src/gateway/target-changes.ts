import type { BackendChange } from '@signalbox/gateway'

/** A change of a target in a line for operators. */
export function lineOfChange({ backend, target, to, why }: BackendChange): string {
  const subject = `The target ${target} of the backend ${backend}`
  return to === 'usable' ? `${subject} is usable again` : `${subject} is ${words[to]}: ${why}`
}

const words = {
  open: 'not called, since its circuit breaker is open',
  unhealthy: 'unhealthy',
  ejected: 'ejected',
  resting: 'resting, since it takes no connections',
} as const
