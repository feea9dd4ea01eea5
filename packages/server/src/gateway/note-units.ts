import type { GatewaySource, GatewayUnit } from '@signalbox/core/gateway'

/** Looks for something that operators should know of in what a gateway serves. */
export interface Note {
  /** A snapshot begins; forgets what was seen before. */
  readonly begin: () => void
  readonly see: (unit: GatewayUnit) => void
  /** What operators should know, in a sentence; `undefined` if nothing. */
  readonly warning: () => string | undefined
}

/** Shows the snapshots of a source to notes, as a data plane reads them. */
export function noteUnits(source: GatewaySource, notes: readonly Note[]): GatewaySource {
  async function* noted(units: AsyncIterable<GatewayUnit>): AsyncGenerator<GatewayUnit> {
    for (const note of notes) note.begin()
    for await (const unit of units) {
      for (const note of notes) note.see(unit)
      yield unit
    }
  }
  return { ...source, snapshot: (signal) => noted(source.snapshot(signal)) }
}

/** How many records a warning names. */
const MOST_NAMED = 10

/** Lists names for a warning. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED).join(', ')
  return names.length > MOST_NAMED ? `${shown} and ${names.length - MOST_NAMED} others` : shown
}
