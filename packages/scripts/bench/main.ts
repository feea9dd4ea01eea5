/** Figures for the README: `npm run bench -w @signalbox/scripts`. */
import { scriptEngine } from '@signalbox/scripts'

const script = `function enabled(context, enabled, disabled) {
  if (context.user.country === 'FR' && context.roles.includes('beta')) enabled()
  else disabled()
}`
const context = { id: 'ann', user: { country: 'FR', plan: 'pro', age: 33 }, roles: ['admin', 'beta', 'staff'] }
const run = { type: 'javascript', script, context }

/** Runs a second of checks, so many at a time; gives checks a second by the wall and by the CPU of the process. */
async function measure(workers: number, together: number) {
  const engine = scriptEngine({ workers, wallMs: 60_000 })
  const round = () => Promise.all(Array.from({ length: together }, () => engine.run(run)))
  for (let warm = 0; warm < 5_000; warm += together) await round()
  const [cpu, start] = [process.cpuUsage(), performance.now()]
  let checks = 0
  let wall = 0
  for (; wall < 1_000; wall = performance.now() - start, checks += together)
    for (const { error } of await round()) if (error) throw new Error(error.message)
  const { user, system } = process.cpuUsage(cpu)
  await engine.close()
  return {
    checksPerSecond: Math.round((checks / wall) * 1_000),
    checksPerCpuSecond: Math.round((checks / (user + system)) * 1e6),
  }
}

async function startUp() {
  const engine = scriptEngine()
  const start = performance.now()
  await engine.run(run)
  const first = performance.now() - start
  await engine.close()
  return Math.round(first)
}

const starts: number[] = []
for (let round = 0; round < 7; round++) starts.push(await startUp())
console.log('first answer of a new engine, ms:', starts.join(' '))
for (const [workers, together] of [
  [1, 1],
  [1, 10],
  [1, 100],
  [1, 1000],
  [2, 1000],
] as const)
  console.log(`${workers} worker(s), ${together} at a time:`, await measure(workers, together))
