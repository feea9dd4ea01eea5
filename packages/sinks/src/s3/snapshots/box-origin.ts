import type { maskOf as MaskOf, Signalbox } from '@signalbox/core'
import { type GatewayUnit, type SealedUnit, SNAPSHOT_FORMAT, sealUnit, toBase64Url } from '@signalbox/core/gateway'
import type { SnapshotRecord } from './seal-snapshot.ts'
import type { SnapshotKey } from './snapshot-key.ts'
import type { SnapshotOrigin } from './write-snapshot.ts'

/** A Signalbox on a store. */
export interface BoxOriginOptions {
  readonly box: Signalbox
  /** The id of the newest event: `store.head()`. */
  readonly head: () => Promise<number>
  /** The key that signs cookies of gateways. */
  readonly cookieKey: () => Promise<Uint8Array>
  readonly key: SnapshotKey
}

/** Records of these kinds are readable in snapshots, unless a member's name says that it is a secret. */
const readableKinds: readonly string[] = [
  'segments',
  'features',
  'configs',
  'experiments',
  'experiments/phases',
  'error-templates',
  'apis/documents',
]

/** Takes snapshots of a Signalbox: all records of an export, and what its gateway serves. */
export function boxOrigin({ box, head, cookieKey, key }: BoxOriginOptions): SnapshotOrigin {
  async function* records(): AsyncGenerator<SnapshotRecord> {
    const { contract, maskOf, transfers } = await import('@signalbox/core')
    for (const { kind, export: download, import: upload } of transfers(contract)) {
      const { items } = upload.operation.body as { readonly items: Parameters<typeof MaskOf>[0] }
      const mask = maskOf(items)
      const isReadable = readableKinds.includes(kind)
      for await (const record of (await download.find(box)()) as AsyncIterable<unknown>)
        yield { kind, record, isSecret: !isReadable || mask(record) !== record }
    }
  }

  async function* units(format: object): AsyncGenerator<SealedUnit | { readonly kind: 'format' }> {
    const secret = toBase64Url(await cookieKey())
    yield format as { kind: 'format' }
    let isFirst = true
    for await (const unit of box.gatewaySource.snapshot()) {
      if (isFirst) yield await seal({ kind: 'cookie-key', key: 'cookies', revision: unit.revision, value: { secret } })
      isFirst = false
      yield await seal(unit)
    }
  }
  const seal = (unit: GatewayUnit): Promise<SealedUnit> => sealUnit(unit, key, box.plugins)

  return {
    head,
    async content() {
      const { timeZone, bucketing, assignment } = await box.health()
      const format = { kind: 'format', format: SNAPSHOT_FORMAT, zone: timeZone, assignment }
      return { settings: { timeZone, bucketing, assignment }, records: records(), units: units(format) }
    },
  }
}
