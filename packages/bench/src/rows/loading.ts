import { buildCore } from '../build-core.ts'
import { bytesRead, cpuOf } from '../fresh-process.ts'
import { median } from '../harness.ts'
import type { Row, RowGroup } from '../row.ts'
import { versionOf } from '../versions.ts'
import { workerBytes } from '../worker-bundle.ts'

/** A module with its limits, and its name in the table. */
interface Program {
  readonly what: string
  readonly module: string
  /** The maximum of CPU milliseconds above a bare process. */
  readonly mostMs?: number
  readonly mostKilobytes?: number
}

const peers = ['hono', 'unleash-client', '@growthbook/growthbook', '@launchdarkly/node-server-sdk'] as const

/** The functions that create boxes, by the entry point that exports them. Missing entry points have no rows. */
const makers = [
  { entry: '@signalbox/core', maker: 'createSignalbox', activeMs: 70 },
  { entry: '@signalbox/core/flags', maker: 'createFlags', importMs: 25, activeMs: 40, kilobytes: 250 },
] as const satisfies readonly Maker[]

interface Maker {
  readonly entry: string
  readonly maker: string
  readonly importMs?: number
  readonly activeMs: number
  readonly kilobytes?: number
}

/** The maximum size of a worker with features over HTTP, in kB after gzip. */
const MOST_WORKER = 100

/** The startup cost of a program until its first check: CPU time, and the JavaScript that it reads. */
export const loading: RowGroup = {
  title: 'Loading, in a fresh process',
  async measure({ rounds }) {
    const core = await buildCore()
    try {
      const there = (makers as readonly Maker[]).filter(({ entry }) => core.entries[entry] !== undefined)
      const programs = [
        { what: 'bare Node', module: '' },
        ...peers.map((name) => ({ what: `import of ${name} ${versionOf(name)}`, module: `await import('${name}')` })),
        ...there.flatMap((maker) => programsOf(maker, core.entries[maker.entry] as string)),
      ]
      return [...(await raced(programs, rounds)), ...(await workerRows(there, core.entries))]
    } finally {
      await core.remove()
    }
  },
}

/** The import of an entry point alone, and the whole program until a feature is active. */
function programsOf({ entry, maker, importMs, activeMs, kilobytes }: Maker, file: string): Program[] {
  const active = `
    const { ${maker} } = await import(${JSON.stringify(file)})
    const box = ${maker}()
    const parameters = { percentage: 100 }
    await box.features.create({ body: { id: 'a', enabled: true, activationStrategy: 'PERCENTAGE', parameters } })
    if (!box.isActive('a', { id: 'ann' })) throw new Error('The feature is not active')`
  return [
    {
      what: `import of \`${entry}\``,
      module: `await import(${JSON.stringify(file)})`,
      ...(importMs && { mostMs: importMs }),
    },
    {
      what: `the same, \`${maker}()\`, one PERCENTAGE feature created and active`,
      module: active,
      mostMs: activeMs,
      ...(kilobytes && { mostKilobytes: kilobytes }),
    },
  ]
}

/** CPU time over a number of rounds in which programs take turns. The first program is subtracted from the others. */
async function raced(programs: readonly Program[], rounds: number): Promise<Row[]> {
  const times = programs.map((): number[] => [])
  for (let round = 0; round < rounds; round++)
    for (let turn = 0; turn < programs.length; turn++) {
      const at = (round + turn) % programs.length
      times[at]!.push(await cpuOf(programs[at]!.module))
    }
  const rows: Row[] = []
  for (const [at, { what, module, mostMs, mostKilobytes }] of programs.entries()) {
    const own = times[at]!
    const above = median(own.map((time, round) => time - times[0]![round]!))
    const kilobytes = (await bytesRead(module)) / 1000
    rows.push({
      what,
      figure: `${median(own).toFixed(0)} ms (${Math.min(...own).toFixed(0)} to ${Math.max(...own).toFixed(0)}), ${kilobytes.toFixed(0)} kB read`,
      ratio: at === 0 ? '' : `${above.toFixed(0)} ms above bare Node`,
      ...goalOf({ above, mostMs, kilobytes, mostKilobytes }),
    })
  }
  return rows
}

interface Reached {
  readonly above: number
  readonly mostMs?: number | undefined
  readonly kilobytes: number
  readonly mostKilobytes?: number | undefined
}

function goalOf({ above, mostMs, kilobytes, mostKilobytes }: Reached): Pick<Row, 'goal' | 'met'> {
  if (mostMs === undefined) return {}
  const goal = `≤ ${mostMs} ms above${mostKilobytes === undefined ? '' : `, ≤ ${mostKilobytes} kB`}`
  return { goal, met: above <= mostMs && kilobytes <= (mostKilobytes ?? Number.POSITIVE_INFINITY) }
}

async function workerRows(there: readonly Maker[], entries: Readonly<Record<string, string>>): Promise<Row[]> {
  const rows: Row[] = []
  for (const { entry, maker } of there) {
    const module = `
      import { ${maker} } from '${entry}'
      import { toHono } from '@signalbox/hono'
      export default toHono(${maker}())`
    const kilobytes = (await workerBytes(module, entries)) / 1000
    rows.push({
      what: `a worker in one minified file: \`toHono(${maker}())\``,
      figure: `${kilobytes.toFixed(0)} kB of gzip`,
      ...(entry !== '@signalbox/core' && { goal: `≤ ${MOST_WORKER} kB`, met: kilobytes <= MOST_WORKER }),
    })
  }
  return rows
}
