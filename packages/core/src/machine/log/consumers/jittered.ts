import type { Ports } from '../../../ports.ts'

/** A pause of three quarters to all of the given milliseconds, so that those who wait do not all return at once. */
export const jittered = (ms: number, { random }: Pick<Ports, 'random'>): number =>
  ms * (0.75 + (0.25 * (random(1)[0] ?? 0)) / 255)
