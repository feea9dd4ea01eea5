import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api } from '../../calls/api.ts'
import { failureSentence } from '../../calls/failures.ts'
import { whileVisible } from '../../calls/while-visible.ts'
import { pathOf } from '../../kinds/kinds.ts'
import { copyText } from '../../parts/json/copy-text.ts'
import { Icon } from '../../parts/signs/Icon.tsx'
import { mount } from '../../place/mount.ts'
import { navigate } from '../../place/place.ts'
import { checkConnection } from './check-connection.ts'
import { goOn, guide } from './guide.ts'
import { snippetsHere } from './Paste.tsx'
import { Skip, Step } from './Step.tsx'
import { comeBack } from './steps.ts'

type Asker = Awaited<ReturnType<typeof api.features.askers>>['askers'][number]

/** How often it is asked who asked for the flag, in milliseconds. */
const ASK_MS = 1000
const TITLE = 'Run your program'

interface ListenProps {
  readonly isNext: boolean
  /** The language of the program. */
  readonly language: Signal<string>
}

/** The last step: it turns green when a program has asked for the flag. */
export function Listen({ isNext, language }: ListenProps) {
  const { feature } = guide.value
  if (isNext) return <Step no={4} title={TITLE} is="next" />
  if (feature === undefined)
    return (
      <Step no={4} title={TITLE} is="now" aside={<Close />}>
        <p class="muted">
          There is no flag to wait for.{' '}
          <button type="button" onClick={() => comeBack('flag')}>
            Create a flag
          </button>
        </p>
      </Step>
    )
  return <Waiting key={feature} feature={feature} language={language} />
}

const Close = () => <Skip onSkip={() => goOn({ isClosed: true })} />

function Waiting({ feature, language }: { readonly feature: string; readonly language: Signal<string> }) {
  const heard = useSignal<Asker | undefined>(undefined)
  const seconds = useSignal(0)
  const failure = useSignal<unknown>(undefined)
  const found = useSignal<string | undefined>(undefined)
  const isHeard = heard.value !== undefined
  useEffect(() => {
    if (isHeard) return
    const began = performance.now()
    return whileVisible(ASK_MS, async () => {
      seconds.value = Math.floor((performance.now() - began) / 1000)
      try {
        heard.value = (await api.features.askers({ id: feature })).askers[0]
        failure.value = undefined
      } catch (error) {
        failure.value = error
      }
    })
  }, [feature, isHeard])
  const tryCurl = () => {
    language.value = 'curl'
    void copyText(snippetsHere().find(({ name }) => name === 'curl')!.code)
  }
  const check = async () => {
    try {
      found.value = await checkConnection({ feature, key: guide.peek().key, baseUrl: mount.apiUrl })
    } catch (error) {
      found.value = failureSentence(error)
    }
  }
  if (heard.value)
    return (
      <Step no={4} title={TITLE} is="past">
        <div class="listen heard">
          <span class="tickmark">
            <Icon name="circle-check" />
          </span>
          <div class="grow">
            <p role="status">
              <b>{heardSentence(heard.value, feature)}</b>
            </p>
            <p class="muted">Switch the flag off and watch your program follow within a second.</p>
          </div>
          <button type="button" class="primary" onClick={() => navigate(pathOf('features', feature))}>
            Open the flag
          </button>
        </div>
      </Step>
    )
  return (
    <Step no={4} title={TITLE} is="now" aside={<Close />}>
      <div class="listen">
        <span class="pulse" aria-hidden="true" />
        <div class="grow">
          <p role="status">
            <b>Waiting for its first evaluation…</b>
          </p>
          <p class="muted">
            This turns green as soon as a program asks for <code>{feature}</code>. Listening for{' '}
            <span class="num">
              {Math.floor(seconds.value / 60)}:{String(seconds.value % 60).padStart(2, '0')}
            </span>
            .
          </p>
        </div>
        <button type="button" onClick={tryCurl}>
          Try it with curl
        </button>
      </div>
      {failure.value !== undefined && <p class="problem-line">{failureSentence(failure.value)}</p>}
      <p class="muted">
        Nothing after a minute?{' '}
        <button type="button" onClick={check}>
          Check the connection
        </button>
      </p>
      {found.value !== undefined && <p role="status">{found.value}</p>}
    </Step>
  )
}

/** Who asked for the flag, and what it got. A key that evaluates flags itself has loaded it. */
const heardSentence = ({ id, active }: Asker, feature: string): string =>
  active === undefined
    ? `${id} loaded ${feature} just now and follows its changes.`
    : `${id} asked for ${feature} just now and got “${active ? 'on' : 'off'}”.`
