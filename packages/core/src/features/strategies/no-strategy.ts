import { defineStrategy } from './strategy.ts'

/** Active whenever the feature is enabled. */
export const noStrategy = defineStrategy({
  needsContext: false,
  reason: () => 'STATIC',
  compile: () => always,
})

/** One for all: what many features share is at hand. */
const always = () => true
