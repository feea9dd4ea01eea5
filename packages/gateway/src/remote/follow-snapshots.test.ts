import { SNAPSHOT_FORMAT, sealingKeyOf } from '@signalbox/core/gateway'
import { expect, it } from 'vitest'
import { allOf, gatewayKey } from './control.fixture.ts'
import { followSnapshots, type GatewaySnapshots } from './follow-snapshots.ts'

it('serves a snapshot that is newer than the one before', async () => {
  let revision = 1
  const from: GatewaySnapshots = {
    sealing: () => sealingKeyOf(gatewayKey),
    async newest(held) {
      const snapshot = {
        revision,
        units: () => [
          { kind: 'format', format: SNAPSHOT_FORMAT },
          { kind: 'end', revision },
        ],
      }
      return held === revision ? undefined : snapshot
    },
  }
  const source = followSnapshots({ from, poll: 1 })
  await allOf(source.snapshot())
  const closed = new AbortController()
  const seen: number[] = []
  revision = 2
  for await (const units of source.changes(1, closed.signal)) {
    seen.push(units.at(-1)?.revision ?? 0)
    if (seen.length > 3 || seen.includes(2)) closed.abort()
  }
  expect(seen).toContain(2)
})
