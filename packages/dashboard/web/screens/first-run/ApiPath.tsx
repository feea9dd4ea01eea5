import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { api } from '../../calls/api.ts'
import type { CalledRoute } from '../../examples/example-call.ts'
import { pathOf } from '../../kinds/kinds.ts'
import { Failure } from '../../parts/outcomes/Failure.tsx'
import { Link } from '../../parts/ways/Link.tsx'
import { onEvent } from '../../records/stream.ts'
import { isServed } from '../api/served/served.ts'
import { NewApi } from '../apis/new/NewApi.tsx'
import { CallApi, CallNext } from './calling/CallApi.tsx'
import { closeGuide, goOn } from './guide.ts'
import { importing } from './importing.ts'
import { Step } from './Step.tsx'

/** An API, and its routes once it is served. */
interface Found {
  readonly id: string
  readonly isServed: boolean
  readonly routes: readonly CalledRoute[]
}

/** The second path: from an OpenAPI document to a call through the gateway. */
export function ApiPath({ children }: { readonly children?: ComponentChildren }) {
  const found = useSignal<Found | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  const load = async () => {
    error.value = undefined
    try {
      found.value = await firstApi()
    } catch (cause) {
      error.value = cause
    }
  }
  useEffect(() => {
    void load()
    return onEvent(({ domain }) => domain === 'Api' && void load())
  }, [])
  const { id, routes = [], isServed: isLive = false } = found.value ?? {}
  return (
    <section class="page first-run">
      <div class="bar">
        <h1>Put a gateway in front of an API</h1>
        <button type="button" class="quiet" onClick={() => goOn({ path: undefined })}>
          Start with a flag instead
        </button>
        <button type="button" class="quiet" onClick={closeGuide}>
          Close this guide
        </button>
      </div>
      {children}
      <p class="lead muted">Three steps, about five minutes. The guide stays in Overview until you close it.</p>
      {error.value !== undefined && <Failure error={error.value} retry={() => void load()} />}
      <ol class="path">
        <Step no={1} title="Import an OpenAPI document" is={id === undefined ? 'now' : 'past'}>
          {id === undefined ? (
            <>
              <p class="muted">Its operations become routes, and its server becomes the backend.</p>
              <button type="button" class="primary" onClick={() => (importing.value = true)}>
                Import OpenAPI…
              </button>
            </>
          ) : (
            <p class="muted">
              The API <code>{id}</code> has the routes of the document.
            </p>
          )}
        </Step>
        <Step no={2} title="Publish it" is={id === undefined ? 'next' : isLive ? 'past' : 'now'}>
          {id !== undefined && (
            <p class="muted">
              {isLive ? 'The gateway serves it.' : 'The gateway serves it once you publish it and turn it on.'}{' '}
              <Link to={pathOf('apis', id)}>Open {id}</Link>
            </p>
          )}
        </Step>
        {id !== undefined && isLive ? <CallApi key={id} id={id} routes={routes} /> : <CallNext />}
      </ol>
      {importing.value && <NewApi way="document" current={undefined} onClose={() => (importing.value = false)} />}
    </section>
  )
}

/** The first API that the user may read, if there is one. */
async function firstApi(): Promise<Found | undefined> {
  const { results } = await api.apis.list({ pageSize: 1 })
  const [one] = results
  if (one?.id === undefined) return undefined
  const { id } = one
  const isLive = isServed(one) && one.enabled !== false
  return { id, isServed: isLive, routes: isLive ? (await api.apis.routes({ id })).routes : [] }
}
