// An experiment from start to end: two buttons, four thousand clients, and the results.
// Run: npx node --conditions=@signalbox/source examples/experiment.ts
import { createSignalbox } from '@signalbox/core'
import type { Results } from '@signalbox/core/contract'

type Result = Results['results'][number]

const CLIENTS = 4000
const WEEK = 7 * 24 * 60 * 60_000
const WIDTH = 40
/** The purchase rate of each button. Only this simulation knows it. */
const buys: Record<string, number> = { red: 0.1, green: 0.13 }

const start = Date.UTC(2026, 0, 5)
let now = start
const box = createSignalbox({ clock: () => now })
const id = 'shop:button'
const variants = Object.keys(buys).map((name) => ({ id: name, name, traffic: 0.5 }))
await box.experiments.create({ body: { id, name: 'The colour of the button', enabled: true, variants } })

const chance = seeded(5)
for (let n = 0; n < CLIENTS; n++) {
  now = start + (n / CLIENTS) * WEEK
  const clientId = `client-${n}`
  const { variantId } = await box.experiments.displayed({ id, clientId })
  if (chance() < buys[variantId]!) await box.experiments.won({ id, clientId })
}

const { results, sampleRatioMismatch, sampleSize } = await box.experiments.results({ id })
const from = Math.min(...results.map(({ interval }) => interval[0]))
const to = Math.max(...results.map(({ interval }) => interval[1]))
console.log(
  `variant  users  bought    rate   ${percent(from)}${percent(to).padStart(WIDTH - percent(from).length)}   uplift`,
)
for (const one of results) console.log(toLine(one))
for (const { variant, probabilityBest, expectedLoss } of results)
  console.log(
    `${variant.id}: best with probability ${percent(probabilityBest)}, expected loss ${percent(expectedLoss)}`,
  )
console.log(
  sampleRatioMismatch.alarm
    ? 'The split is not as the traffic says: do not trust these rates'
    : `The split is as the traffic says (p = ${sampleRatioMismatch.p.toFixed(2)})`,
)
console.log(`To see a tenth more, each variant takes ${sampleSize?.perArm} users: ${sampleSize?.daysToGo} days to go`)
await box.close()

function toLine({ variant, users, converted, rate, interval, uplift }: Result): string {
  const cells = [
    variant.id.padEnd(7),
    String(users).padStart(6),
    String(converted).padStart(7),
    percent(rate).padStart(7),
  ]
  const more = uplift
    ? `${percent(uplift.uplift)} (${uplift.interval.map(percent).join(' to ')})`
    : 'the others are compared with it'
  return `${cells.join(' ')}   ${bar(interval, rate)}   ${more}`
}

/** Draws the 95 % interval of a rate, with the rate marked. */
function bar([low, high]: Result['interval'], rate: number): string {
  const place = (value: number) => Math.round(((value - from) / (to - from)) * (WIDTH - 1))
  const mark = (at: number) => (at === place(rate) ? '●' : at >= place(low) && at <= place(high) ? '━' : '·')
  return Array.from({ length: WIDTH }, (_, at) => mark(at)).join('')
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

/** Random numbers from 0 to 1, the same in every run (Lehmer generator with the constants of Park and Miller). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
