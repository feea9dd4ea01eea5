import { type GatewayUnit, isObject, type SealedUnit } from '@signalbox/core/gateway'

/** Checks the form of a line. Throws an `Error` for anything but a unit. */
export function toSealedUnit(line: unknown): SealedUnit {
  if (isObject(line) && typeof line.kind === 'string' && Number.isSafeInteger(line.revision)) return line as never
  throw new Error(
    'The control plane sent an invalid unit: expected an object with kind and revision. Check the address and both versions',
  )
}

/** What a data plane was given, so that it can be written, and compared with a later snapshot. */
export interface HeldUnits {
  /** Replaces everything. Returns units without a value for what is gone. */
  replace(lines: readonly SealedUnit[]): readonly GatewayUnit[]
  /** Remembers changed units. */
  change(lines: readonly SealedUnit[]): void
  /** All units as JSON. Empty unless texts are kept. */
  texts(): Iterable<string>
}

interface Held {
  readonly kind: string
  readonly key: string
  /** Absent if nobody writes it. */
  readonly text: string | undefined
}

/** Holds nothing yet. With `keepsTexts`, also holds the units themselves. */
export function createHeldUnits(keepsTexts: boolean): HeldUnits {
  let held = new Map<string, Held>()

  function add(line: SealedUnit): void {
    const { kind, key = '', value } = line
    if (kind === 'end') return
    // A quota has several units, one for each period.
    const place = kind === 'quota' ? `${kind} ${key} ${JSON.stringify(value)}` : `${kind} ${key}`
    if (value === undefined) held.delete(place)
    else held.set(place, { kind, key, text: keepsTexts ? JSON.stringify(line) : undefined })
  }

  return {
    replace(lines) {
      const before = held
      held = new Map()
      for (const line of lines) add(line)
      const { revision } = lines.at(-1) as SealedUnit
      const gone = [...before].flatMap(([place, { kind, key }]) =>
        held.has(place) || kind === 'quota' ? [] : [{ kind, key, revision } as GatewayUnit],
      )
      return gone
    },
    change(lines) {
      for (const line of lines) add(line)
    },
    *texts() {
      for (const { text } of held.values()) if (text !== undefined) yield text
    },
  }
}
