import { startChild } from '../child.ts'
import { median } from '../harness.ts'
import type { ListedAgain } from '../programs/list-again.ts'
import type { RowGroup } from '../row.ts'

const FEATURES = 100_000
/** The longest time in milliseconds for which an application may find its thread blocked. */
const MOST_MS = 50

/** What it costs an application to list all flags again over HTTP after its event stream has ended. */
export const listAgain: RowGroup = {
  title: `Listing ${FEATURES.toLocaleString('en')} features again`,
  async measure({ rounds }) {
    const all: ListedAgain[] = []
    for (let round = 0; round < Math.min(rounds, 5); round++) all.push(await listedAgain(FEATURES))
    if (!all.every(({ isSame }) => isSame)) throw new Error('A check was answered otherwise while features were listed')
    const middle = (of: (one: ListedAgain) => number) => median(all.map(of))
    const longest = middle(({ longestTurnMs }) => longestTurnMs)
    return [
      { what: 'from the end of the stream until all is fresh', figure: `${middle(({ ms }) => ms).toFixed(0)} ms` },
      { what: 'CPU time of the main thread', figure: `${middle(({ cpuMs }) => cpuMs).toFixed(0)} ms` },
      {
        what: 'the most in one turn of the event loop',
        figure: `${longest.toFixed(0)} ms`,
        goal: `≤ ${MOST_MS} ms`,
        met: longest <= MOST_MS,
      },
      { what: 'growth of the resident set', figure: `${(middle(({ grown }) => grown) / 1e6).toFixed(0)} MB` },
      { what: 'turns in between, a check in each', figure: middle(({ checks }) => checks).toFixed(0) },
    ]
  },
}

/** Runs a server and an application in processes of their own. */
export async function listedAgain(features: number): Promise<ListedAgain> {
  const [server, application] = [startChild('servers/serve-many', [String(features)]), startChild('list-again')]
  try {
    const { port } = await server.ask<{ port: number }>()
    return await application.ask<ListedAgain>(port)
  } finally {
    await Promise.all([server.stop(), application.stop()])
  }
}
