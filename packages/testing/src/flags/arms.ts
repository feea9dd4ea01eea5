import type { Config } from '@signalbox/core/contract'
import type { Context } from '@signalbox/core/evaluate'

/** The names of all variants in the splits of a config. */
export const armsOf = (config: Config | undefined): readonly string[] =>
  (config?.rules ?? []).flatMap((rule) => ('split' in rule ? rule.split.map(({ name }) => name) : []))

/** How many ids are tried. A variant with a thousandth of the clients is found almost surely. */
const TRIES = 10_000

/**
 * Returns the context with an id that gets a variant, so that the real evaluator still decides; the context itself if
 * no id gets it.
 */
export function idInArm(arm: string, context: Context, variantOf: (context: Context) => string | undefined): Context {
  if (variantOf(context) === arm) return context
  for (let n = 0; n < TRIES; n++) {
    const other = { ...context, id: `stand-in-${n}` }
    if (variantOf(other) === arm) return other
  }
  return context
}
