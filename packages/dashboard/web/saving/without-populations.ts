import { isObject } from './parts-of.ts'

type Call = (...input: never[]) => Promise<unknown>

/** Operations whose answers are one record. */
interface Answering {
  readonly get: Call
  readonly create: Call
  readonly patch: Call
  readonly replace: Call
  readonly delete: Call
}

/**
 * Operations on experiments that answer with what is stored, as events do: without the number of clients that are bound
 * to each variant, which changes with every new client. The answers themselves are changed, because entity tags belong to
 * them.
 */
export function withoutPopulations<O extends Answering>(operations: O): O {
  const stored = <C extends Call>(call: C): C =>
    (async (...input: never[]) => {
      const answer = await call(...input)
      removePopulations(answer)
      return answer
    }) as unknown as C
  const { get, create, patch, replace, delete: remove } = operations
  return {
    ...operations,
    get: stored(get),
    create: stored(create),
    patch: stored(patch),
    replace: stored(replace),
    delete: stored(remove),
  }
}

function removePopulations(experiment: unknown): void {
  if (!isObject(experiment) || !('variants' in experiment) || !Array.isArray(experiment.variants)) return
  for (const variant of experiment.variants) if (isObject(variant)) Reflect.deleteProperty(variant, 'currentPopulation')
}
