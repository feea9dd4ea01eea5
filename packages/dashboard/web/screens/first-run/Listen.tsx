import { type Signal, useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { now } from '../../calls/clock.ts'
import { failureSentence } from '../../calls/failures.ts'
import { pathOf } from '../../kinds/kinds.ts'
import { copyText } from '../../parts/json/copy-text.ts'
import { mount } from '../../place/mount.ts'
import { navigate } from '../../place/place.ts'
import { record } from '../../records/records.ts'
import { fromNow } from '../../words/dates.ts'
import { checkConnection } from './check-connection.ts'
import { closeGuide, guide } from './guide.ts'
import { nextSentence } from './hearing/flag-words.ts'
import type { Asker, Askers } from './hearing/use-askers.ts'
import { useShownOnce } from './hearing/use-shown-once.ts'
import { Heard, Listening } from './Listening.tsx'
import { snippetsHere } from './Paste.tsx'
import { Skip, Step } from './Step.tsx'
import { comeBack } from './steps.ts'

const TITLE = 'Run your program'

interface ListenProps {
  readonly isNext: boolean
  /** The language of the program. */
  readonly language: Signal<string>
  /** Who asked for the flag. */
  readonly askers: Askers
}

/** The last step: it turns green when a program has asked for the flag. */
export function Listen({ isNext, language, askers }: ListenProps) {
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
  return <Waiting key={feature} feature={feature} language={language} askers={askers} />
}

const Close = () => <Skip onSkip={closeGuide} />

interface WaitingProps extends Omit<ListenProps, 'isNext'> {
  readonly feature: string
}

function Waiting({ feature, language, askers: { heard, seconds, failure } }: WaitingProps) {
  const found = useSignal<string | undefined>(undefined)
  const end = useRef<HTMLDivElement>(null)
  const flag = record('features', feature).value
  // What was heard before the page was opened does not move it.
  useShownOnce(end, heard.value !== undefined && seconds.value > 0)
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
        <Heard
          part={end}
          sentence={heardSentence(heard.value, feature, now.value)}
          action={
            <button type="button" class="primary" onClick={() => navigate(pathOf('features', feature))}>
              Open the flag
            </button>
          }
        >
          {nextSentence(flag, heard.value.active === undefined)}
        </Heard>
      </Step>
    )
  return (
    <Step no={4} title={TITLE} is="now" aside={<Close />}>
      <Listening
        sentence="Waiting for its first evaluation…"
        action={
          <button type="button" onClick={tryCurl}>
            Try it with curl
          </button>
        }
      >
        This turns green as soon as a program asks for <code>{feature}</code>. Listening for{' '}
        <span class="num">
          {Math.floor(seconds.value / 60)}:{String(seconds.value % 60).padStart(2, '0')}
        </span>
        .
      </Listening>
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

/** Who asked for the flag, when, and what it got. A key that evaluates flags itself has loaded it. */
function heardSentence({ id, at, active }: Asker, feature: string, present: number): string {
  const when = fromNow(Math.min(at, present), present)
  return active === undefined
    ? `${id} loaded ${feature} ${when} and follows its changes.`
    : `${id} asked for ${feature} ${when} and got “${active ? 'on' : 'off'}”.`
}
