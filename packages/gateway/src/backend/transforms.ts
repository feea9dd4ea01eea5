import type { BodyTransform } from '../plugins/plugin.ts'

/** Passes bytes through all transforms. `undefined`: nothing is left. */
export function applyTransforms(transforms: readonly BodyTransform[], chunk: Uint8Array): Uint8Array | undefined {
  let passed: Uint8Array | undefined = chunk
  for (const transform of transforms) {
    passed = transform.chunk(passed)
    if (passed === undefined) return undefined
  }
  return passed
}

/** Ends all transforms. Returns the last bytes. */
export function flushTransforms(transforms: readonly BodyTransform[]): Uint8Array | undefined {
  let rest: Uint8Array | undefined
  for (const transform of transforms) {
    const passed: Uint8Array | undefined = rest && transform.chunk(rest)
    const last = transform.flush?.()
    rest = passed && last ? joined(passed, last) : (passed ?? last)
  }
  return rest
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}
