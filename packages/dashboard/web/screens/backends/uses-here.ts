import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api } from '../../calls/api.ts'
import { may } from '../../calls/session.ts'
import { connected, onEvent, onGap } from '../../records/stream.ts'
import { type Naming, type Use, usesOf } from './uses.ts'

/** Who uses each backend, by its id; `undefined` until it is known, or if the caller may not read APIs. */
export const backendUses = signal<ReadonlyMap<string, readonly Use[]> | undefined>(undefined)

/** Changes of APIs often come together. */
const SOON_MS = 500

let watching = 0
let stop = () => {}

/** Reads who uses which backend, and follows the changes of APIs, while a component that uses it is shown. */
export function useBackendUses(): ReadonlyMap<string, readonly Use[]> | undefined {
  useEffect(() => {
    if (!may('R', 'Api')) return
    if (watching++ === 0) stop = follow()
    return () => {
      if (--watching === 0) stop()
    }
  }, [])
  return backendUses.value
}

function follow(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const read = () => void load().catch(() => {}) // the screen shows no uses then
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(read, SOON_MS)
  }
  const stops = [onGap(read), onEvent(({ domain }) => domain === 'Api' && soon())]
  read()
  return () => {
    clearTimeout(timer)
    for (const end of stops) end()
  }
}

async function load(): Promise<void> {
  await connected
  const [saved, drafts] = await Promise.all([
    lines(await api.apis.export({ fields: 'id,routes,backends,flows' })),
    lines(await api.apis.draft.export({})),
  ])
  backendUses.value = usesOf(
    saved as readonly Naming[],
    (drafts as readonly { readonly api: Naming }[]).map((line) => line.api),
  )
}

async function lines(stream: AsyncIterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = []
  for await (const line of stream) all.push(line)
  return all
}
