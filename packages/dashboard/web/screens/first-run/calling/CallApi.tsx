import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api } from '../../../calls/api.ts'
import { useGatewayUrl } from '../../../calls/gateway-url.ts'
import { whileVisible } from '../../../calls/while-visible.ts'
import { type CalledRoute, targetIn } from '../../../examples/example-call.ts'
import { pathOf } from '../../../kinds/kinds.ts'
import { Copy } from '../../../parts/json/Copy.tsx'
import { navigate } from '../../../place/place.ts'
import { UnknownAddress } from '../../address/UnknownAddress.tsx'
import { goOn, guide } from '../guide.ts'
import { Heard, Listening } from '../Listening.tsx'
import { Step } from '../Step.tsx'
import { type Calls, callsIn, failedCalls } from './calls-in.ts'

const TITLE = 'Call it through the gateway'

/** How often it is asked whether a call has reached the backend, in milliseconds. */
const ASK_MS = 1000

interface CallApiProps {
  readonly id: string
  /** The routes that gateways get. */
  readonly routes: readonly CalledRoute[]
}

/** The last step of the second path: it turns green when the backend of the API has answered a call. */
export function CallApi({ id, routes }: CallApiProps) {
  const calls = useSignal<Calls>({ answered: 0, failed: 0 })
  const isHeard = guide.value.called === id
  useEffect(() => {
    if (isHeard) return
    return whileVisible(ASK_MS, async () => {
      try {
        calls.value = callsIn((await api.gateway.outcomes({ api: id })).results)
        if (calls.value.answered > 0) goOn({ called: id })
      } catch {
        // The next answer comes in a second; the lamp says that the service is away.
      }
    })
  }, [id, isHeard])
  const target = targetIn(routes, { gatewayUrl: useGatewayUrl()?.url })
  if (target === undefined)
    return (
      <Step no={3} title={TITLE} is="now">
        <p class="muted">It has no route yet. Add one on its page.</p>
      </Step>
    )
  return (
    <Step no={3} title={TITLE} is={isHeard ? 'past' : 'now'}>
      <CallLine target={target} />
      {isHeard ? (
        <Heard
          sentence={`A call went through the gateway, and the backend of ${id} answered it.`}
          action={
            <button type="button" class="primary" onClick={() => navigate(`${pathOf('apis', id)}?part=traffic`)}>
              See its traffic
            </button>
          }
        >
          That’s all: you can close this guide.
        </Heard>
      ) : (
        <Listening sentence="Waiting for its first call…">
          {calls.value.failed > 0
            ? failedCalls(calls.value)
            : 'This turns green as soon as the backend answers a call.'}
        </Listening>
      )}
    </Step>
  )
}

/** The call as a command to copy. */
function CallLine({ target }: { readonly target: string }) {
  const known = useGatewayUrl()
  const line = `curl -i ${target}`
  return (
    <>
      <section class="json" aria-label="Code: curl">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <pre tabIndex={0} dir="ltr">
          {line}
        </pre>
        <Copy text={line} label="Copy the code" bare />
      </section>
      {known && known.url === undefined && <UnknownAddress at="/" />}
    </>
  )
}

/** The step before the API is served. */
export const CallNext = () => <Step no={3} title={TITLE} is="next" />
