import { contract } from '@signalbox/core/contract'
import { operations } from '@signalbox/core/wire'
import { createMatcher } from '../../hono/src/match.ts'
import { race } from './harness.ts'
import { createMatcher as createBefore } from './zz-before.ts'

const list = operations(contract).map((o) => ({ ...o.operation, target: o }))
const now = createMatcher(list),
  before = createBefore(list)
const urls = Array.from(
  { length: 1000 },
  (_, i) => `http://127.0.0.1:1234/api/features/team${i}:area${i % 10}:feature-${i}/check`,
)
const q = () => undefined
const loop = (f: (p: string) => unknown) => {
  let i = 0
  return (n: number) => {
    let s = 0
    for (let k = 0; k < n; k++) if (f(urls[i++ % 1000]!.slice(21))) s++
    return s
  }
}
for (const r of await race(
  [
    { name: 'slice', run: loop((p) => p) },
    { name: 'before', run: loop((p) => before.find('GET', p, q)) },
    { name: 'now', run: loop((p) => now.find('GET', p, q)) },
    { name: 'beforePOST', run: loop((p) => before.find('POST', p, q)) },
    { name: 'nowPOST', run: loop((p) => now.find('POST', p, q)) },
  ],
  { rounds: 11, sliceMs: 50 },
))
  console.log(r.name.padEnd(10), r.nanoseconds.toFixed(0))
