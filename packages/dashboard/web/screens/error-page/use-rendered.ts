import type { ErrorTemplate } from '@signalbox/core/contract'
import { useEffect, useState } from 'preact/hooks'
import { api } from '../../calls/api.ts'
import { acceptOf, type Shown } from './preview.ts'

/** What the gateway would answer. */
export type Rendered = Awaited<ReturnType<typeof api.errorTemplates.render>>

/** The last answer, and why there is none for what is shown now. */
export interface Rendering {
  readonly rendered?: Rendered
  readonly error?: unknown
}

/** How long nothing must change before the service is asked, in milliseconds. */
const PAUSE = 250

/** Asks the service how a template that may not be saved yet answers an error. */
export function useRendered(template: ErrorTemplate, { cause, status, form }: Shown): Rendering {
  const [rendering, setRendering] = useState<Rendering>({})
  useEffect(() => {
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const { serviceId, ...pages } = template
        const body = { cause, status, accept: acceptOf(form), template: pages }
        const rendered = await api.errorTemplates.render({ id: serviceId, body }, { signal: stop.signal })
        if (!stop.signal.aborted) setRendering({ rendered })
      } catch (error) {
        if (!stop.signal.aborted) setRendering((last) => ({ ...last, error }))
      }
    }, PAUSE)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [template, cause, status, form])
  return rendering
}
