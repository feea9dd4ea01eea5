import { fromBase64Url, type GatewayUnit, openUnit, type SealedUnit, type SealingKey } from '@signalbox/core/gateway'
import { toSealedUnit } from './held-units.ts'
import { checkFormat, type SnapshotFormat } from './snapshot-format.ts'

/** Everything that is served, at one revision. */
export interface Everything {
  readonly format: SnapshotFormat
  /** As it came. The last one is the end. */
  readonly lines: readonly SealedUnit[]
  /** The same with its secrets, for the gateway. */
  readonly units: readonly GatewayUnit[]
  /** The key that signs cookies of the gateway. */
  readonly secret: Uint8Array | undefined
}

/** Opens the secrets of lines. Rejects if one was sealed under another gateway key, or was changed. */
export const openLines = (lines: readonly SealedUnit[], key: SealingKey): Promise<readonly GatewayUnit[]> =>
  Promise.all(lines.map((line) => openUnit(line, key)))

/** Reads a snapshot of the control plane. Rejects if its end is missing. */
export async function readEverything(snapshot: AsyncIterable<unknown>, key: SealingKey): Promise<Everything> {
  const lines: SealedUnit[] = []
  let format: SnapshotFormat | undefined
  for await (const line of snapshot)
    if (format) lines.push(toSealedUnit(line))
    else format = checkFormat(line)
  if (!format || lines.at(-1)?.kind !== 'end') throw new Error('The snapshot of the control plane ended too early')
  return toEverything(format, lines, key)
}

/** Opens the lines of a snapshot. */
export async function toEverything(
  format: SnapshotFormat,
  lines: readonly SealedUnit[],
  key: SealingKey,
): Promise<Everything> {
  const units = await openLines(lines, key)
  return { format, lines, units, secret: secretIn(units) }
}

/** The key of cookies among units, if it is there. */
export function secretIn(units: readonly GatewayUnit[]): Uint8Array | undefined {
  const unit = units.findLast(({ kind }) => kind === 'cookie-key')
  if (unit?.kind !== 'cookie-key' || !unit.value) return undefined
  return fromBase64Url(unit.value.secret)
}

/** The revision after an array of units. */
export const revisionOf = (units: readonly { readonly revision: number }[]): number => units.at(-1)?.revision ?? 0
