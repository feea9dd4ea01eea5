import { isObject } from '../json.ts'
import type { Experiment } from './experiment.ts'

/** An experiment as clients of the earlier system read it: it and its variants have a description. */
export const inEarlierForm = (experiment: Experiment): Experiment => ({
  ...described(experiment),
  variants: experiment.variants.map(described),
})

/** What a patch of an experiment that was shown so means: descriptions that were made up are not stored. */
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
