import { SNAPSHOT_FORMAT, sealingKeyOf } from '@signalbox/core/gateway'
import { expect, it, vi } from 'vitest'
import { gatewayKey, memoryState } from './control.fixture.ts'
import { createSnapshotWriter } from './snapshot-writer.ts'

/** A writer, and what happened: features that were kept, and snapshots that were written. */
function setUp() {
  const log: string[] = []
  const { write, ...state } = memoryState()
  const writer = createSnapshotWriter({
    state: {
      ...state,
      async write(name, bytes) {
        log.push('snapshot')
        await write(name, bytes)
      },
    },
    sealing: () => sealingKeyOf(gatewayKey),
    keepFirst: async () => void log.push('features'),
    onWritten: ({ revision }) => void log.push(`revision ${revision}`),
    report: (error) => void log.push(String(error)),
  })
  const changed = (revision: number) =>
    writer.changed({ format: { kind: 'format', format: SNAPSHOT_FORMAT }, texts: () => [], revision, at: 0 })
  return { log, writer, changed }
}

it('writes the first change at once, after what it needs', async () => {
  const { log, writer, changed } = setUp()
  changed(1)
  await vi.waitFor(() => expect(log).toEqual(['features', 'snapshot', 'revision 1']))
  await writer.flush()
})

it('changes soon after another one are written together, at the latest when the process ends', async () => {
  const { log, writer, changed } = setUp()
  for (const revision of [1, 2, 3]) changed(revision)
  await vi.waitFor(() => expect(log).toContain('revision 1'))
  changed(4)
  await writer.flush()
  expect(log.filter((one) => one.startsWith('revision'))).toEqual(['revision 1', 'revision 4'])
})
