import { isObject } from '../values/parts-of.ts'
import { type Answering, asStored } from './as-stored.ts'

/** Operations on experiments without the number of clients that are bound to each variant, which changes with every new client. */
export const withoutPopulations = <O extends Answering>(operations: O): O => asStored(operations, removePopulations)

function removePopulations(experiment: unknown): void {
  if (!isObject(experiment) || !('variants' in experiment) || !Array.isArray(experiment.variants)) return
  for (const variant of experiment.variants) if (isObject(variant)) Reflect.deleteProperty(variant, 'currentPopulation')
}
