import type { Target } from '../../backend/target.ts'

/** A target as it is called to open a WebSocket: over HTTP/1.1, whatever else it speaks. */
export function overHttp1(target: Target): Target {
  if (target.protocol === undefined || target.protocol === 'HTTP/1.1') return target
  let same = known.get(target)
  if (!same) {
    same = { ...target, protocol: 'HTTP/1.1' }
    known.set(target, same)
  }
  return same
}

/** Connections are found by the identity of a target. */
const known = new WeakMap<Target, Target>()
