import { isObject } from '../../json.ts'
import { defineStrategy } from './strategy.ts'

/** Active whenever the feature is enabled. */
export const noStrategy = defineStrategy({
  needsContext: false,
  reason: () => 'STATIC',
  normalize: (parameters) => (isObject(parameters) && Object.keys(parameters).length === 0 ? undefined : parameters),
  compile: () => always,
})

/** One for all: what many features share is at hand. */
const always = () => true
