import { gzipSync } from 'node:zlib'
import { sealingKeyOf } from '@signalbox/core/gateway'
import { expect, it } from 'vitest'
import { gatewayKey, memoryState } from './control.fixture.ts'
import { readSnapshot, SNAPSHOT_FILE } from './disk-snapshot.ts'

it('a small file that would fill the memory is not unzipped any further than the limit', async () => {
  const state = memoryState()
  state.files.set(SNAPSHOT_FILE, gzipSync(Buffer.alloc(8 * 1024 * 1024)))
  const key = await sealingKeyOf(gatewayKey)
  await expect(readSnapshot(state, key, 1024 * 1024)).rejects.toThrow('it has more than 1048576 bytes when unzipped')
})
