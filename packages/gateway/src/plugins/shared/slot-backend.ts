import type { CompiledBackend, CompiledSlot } from '@signalbox/core/gateway'

/** The backend that a configuration names. Throws if the route was compiled without it. */
export function slotBackend({ backends }: CompiledSlot, id: string): CompiledBackend {
  const backend = backends?.[id]
  if (!backend) throw new Error(`There is no backend ${id}`)
  return backend
}
