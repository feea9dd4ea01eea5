import type { SlotContext } from '../plugin-api/plugin.ts'

/** Keeps what the slots of one gateway share. */
export function createShared(): SlotContext['shared'] {
  const all = new Map<symbol, unknown>()
  return <T>(key: symbol, make: () => T): T => {
    if (!all.has(key)) all.set(key, make())
    return all.get(key) as T
  }
}
