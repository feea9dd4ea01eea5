import type { BodyCoding, BodyTransform } from '../plugin-api/hooks.ts'
import { RefusedError } from '../plugin-api/refused.ts'

/** A plugin failed while it transformed a body. */
export class TransformError extends Error {
  constructor(cause: unknown) {
    super('A plugin failed while it transformed a body', { cause })
  }
}

/** Runs code of a plugin. Throws a `RefusedError` to refuse, and a `TransformError` for anything else that it throws. */
export function transforming<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw error instanceof RefusedError ? error : new TransformError(error)
  }
}

/** Passes bytes through all transforms. `undefined`: nothing is left. */
export function applyTransforms(transforms: readonly BodyTransform[], chunk: Uint8Array): Uint8Array | undefined {
  return transforming(() => {
    let passed: Uint8Array | undefined = chunk
    for (const transform of transforms) {
      passed = transform.chunk(passed)
      if (passed === undefined) return undefined
    }
    return passed
  })
}

/** Whether a body has another length after these transforms and this coding than its head says. */
export const changesLength = (transforms?: readonly BodyTransform[], coding?: BodyCoding): boolean =>
  coding !== undefined || transforms?.some(({ keepsLength }) => !keepsLength) === true

/** Ends all transforms. Returns the last bytes. */
export function flushTransforms(transforms: readonly BodyTransform[]): Uint8Array | undefined {
  return transforming(() => {
    let rest: Uint8Array | undefined
    for (const transform of transforms) {
      const passed: Uint8Array | undefined = rest && transform.chunk(rest)
      const last = transform.flush?.()
      rest = passed && last ? joined([passed, last]) : (passed ?? last)
    }
    return rest
  })
}

/** All chunks in one. */
export function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const [only] = chunks
  if (only && chunks.length === 1) return only
  const whole = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}
