import { useEffect, useState } from 'preact/hooks'
import { api } from '../../../calls/api.ts'
import { onEvent } from '../../../records/stream.ts'
import type { InLayer } from './layer-ranges.ts'

const PAGE = 1000
/** The most pages of experiments that are read. */
const MOST_PAGES = 5
/** How long several changes are waited for, in milliseconds. */
const PAUSE_MS = 300

/** The experiments in layers that the caller may read; `undefined` while they are not known. Read again when one changes. */
export function useLayers(): readonly InLayer[] | undefined {
  const [found, setFound] = useState<readonly InLayer[]>()
  useEffect(() => {
    let stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = () => {
      stop.abort()
      stop = new AbortController()
      readLayers(stop.signal).then(setFound, () => {}) // without them, the service still rejects what overlaps
    }
    read()
    const end = onEvent(({ domain }) => {
      if (domain !== 'Experiment') return
      clearTimeout(timer)
      timer = setTimeout(read, PAUSE_MS)
    })
    return () => {
      end()
      clearTimeout(timer)
      stop.abort()
    }
  }, [])
  return found
}

async function readLayers(signal: AbortSignal): Promise<InLayer[]> {
  const found: InLayer[] = []
  for (let page = 1; page <= MOST_PAGES; page++) {
    const { results } = await api.experiments.list({ page, pageSize: PAGE }, { signal })
    for (const { id, layer } of results) if (layer) found.push({ id, layer })
    if (results.length < PAGE) break
  }
  return found
}
