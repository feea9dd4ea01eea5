import type { Target } from '../pipeline/pipeline.ts'

/** The port of a target. */
export const portOf = ({ port, tls }: Target): number => port ?? (tls ? 443 : 80)

/** How a target is named in messages. */
export const nameOf = (target: Target): string => `${target.hostname}:${portOf(target)}`
