import { defineStrategy } from './strategy.ts'

/** Active whenever the feature is enabled. */
export const noStrategy = defineStrategy({
  needsContext: false,
  reason: () => 'STATIC',
  compile: () => always,
})

/** One function for all features without a strategy, so that it stays in the processor's cache. */
const always = () => true
