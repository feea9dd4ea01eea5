import type { Hooks } from './hooks.ts'
import type { PluginCode, SlotContext, Stage } from './plugin.ts'

interface TypedCode<C> {
  readonly stage: Stage | ((config: C) => Stage)
  readonly isPure?: boolean
  compile(config: C, slot: SlotContext): Hooks
}

/**
 * Declares the code of a plugin of the catalog. `C` is the type of its configuration; the compiler of routes has
 * validated it and filled in the defaults.
 */
export const defineCode = <C extends object>(code: TypedCode<C>): PluginCode => code as unknown as PluginCode
