import { isObject } from '../machine/json/json.ts'
import type { Experiment } from './experiment.ts'

/**
 * Adds an empty description to an experiment and its variants where missing, as clients of the previous feature service expect.
 */
export const inEarlierForm = (experiment: Experiment): Experiment => ({
  ...described(experiment),
  variants: experiment.variants.map(described),
})

/** Removes the descriptions that `inEarlierForm` added from a patched experiment, so that they are not stored. */
export const settleDescriptions = (patched: unknown): unknown =>
  isObject(patched) && Array.isArray(patched.variants)
    ? undescribed({ ...patched, variants: patched.variants.map(undescribed) })
    : patched

function described<T extends { readonly id: string; readonly name: string; readonly description?: string }>(one: T): T {
  if (one.description !== undefined) return one
  const { id, name, ...rest } = one
  return { id, name, description: '', ...rest } as unknown as T
}

function undescribed(one: unknown): unknown {
  if (!isObject(one) || one.description !== '') return one
  const { description: _none, ...rest } = one
  return rest
}
