type Call = (...input: never[]) => Promise<unknown>

/** Operations whose answers are one record. */
export interface Answering {
  readonly get: Call
  readonly create: Call
  readonly patch: Call
  readonly replace: Call
  readonly delete: Call
}

/**
 * Operations whose answers lose what is not stored, so that they equal the payloads of events. `remove` changes the
 * answers themselves, because entity tags belong to them.
 */
export function asStored<O extends Answering>(operations: O, remove: (answer: unknown) => void): O {
  const stored = <C extends Call>(call: C): C =>
    (async (...input: never[]) => {
      const answer = await call(...input)
      remove(answer)
      return answer
    }) as unknown as C
  const { get, create, patch, replace, delete: deleted } = operations
  return {
    ...operations,
    get: stored(get),
    create: stored(create),
    patch: stored(patch),
    replace: stored(replace),
    delete: stored(deleted),
  }
}
