import type { ServingPlane } from './serve-data-plane.ts'

interface WatchPorts {
  readonly from: string
  readonly folder: string
  readonly announce: (line: string) => void
}

const LOOK_MS = 250

/** Says what a data plane serves from, once it serves, and when it loses or finds its control plane. */
export function watchState(plane: Pick<ServingPlane, 'gateway' | 'isUnconfirmed'>, ports: WatchPorts): void {
  let said: string | undefined
  const timer = setInterval(() => {
    const line = lineOf(plane, ports)
    if (line === undefined || line.about === said) return
    said = line.about
    ports.announce(line.text)
  }, LOOK_MS)
  timer.unref()
}

function lineOf({ gateway, isUnconfirmed }: Pick<ServingPlane, 'gateway' | 'isUnconfirmed'>, ports: WatchPorts) {
  const { state, revision, routes } = gateway.status()
  const { from, folder } = ports
  const what = `${routes} ${routes === 1 ? 'route' : 'routes'} of revision ${revision}`
  if (state === 'cold') return undefined
  if (isUnconfirmed)
    return { about: 'kept', text: `The gateway serves ${what} from ${folder}: ${from} has not responded yet` }
  if (state === 'stale')
    return { about: 'stale', text: `${from} has not answered for 15 seconds: the gateway continues with ${what}` }
  return { about: 'fresh', text: `The gateway serves ${what} from ${from}` }
}
