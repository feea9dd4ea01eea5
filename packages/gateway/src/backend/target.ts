import type { CompiledBackend } from '@signalbox/core/gateway'

/** A server of a backend. */
export type Target = CompiledBackend['targets'][number]
