/** What functions that promise a result do, by the function. Private to this module. */
const variants = new WeakMap<object, object>()

/**
 * A function that promises what `run` returns, or rejects with what it throws. Frequent callers that can take a result
 * at once call `atOnce` of it.
 */
export function promised<A extends readonly unknown[], R>(
  run: (...given: A) => R | Promise<R>,
): (...given: A) => Promise<R> {
  const call = async (...given: A) => run(...given)
  variants.set(call, run)
  return call
}

/**
 * The same function, but without a promise where nobody has to wait, and then it throws where it would reject. For functions
 * of others, the function itself.
 */
export const atOnce = <A extends readonly unknown[], R>(
  call: (...given: A) => Promise<R>,
): ((...given: A) => R | Promise<R>) => (variants.get(call) as typeof call | undefined) ?? call
