import type { Config } from '@signalbox/core/contract'
import { isRuled } from '@signalbox/core/evaluate'
import { configHere } from '../../evaluation/config-here.ts'
import { Json } from '../../parts/json/Json.tsx'
import { contextAtHand, instantAtHand } from '../../preferences/context-at-hand.ts'
import type { Draft } from '../../records/drafts.ts'
import { isSame } from '../../values/is-same.ts'
import { Unread } from '../condition/Unread.tsx'
import { ContextFields } from '../targeting/ContextFields.tsx'
import { reasonWords } from './reason-words.ts'
import { ServerReads } from './ServerReads.tsx'
import { shortValue } from './value-words.ts'

/** What the client at hand reads, as edited and as saved. Nothing for a config that is the same for everybody. */
export function Reads({ draft: { result, newest } }: { readonly draft: Draft<Config> }) {
  if (!isRuled(result) && !(newest && isRuled(newest))) return null
  const read = contextAtHand.value
  return (
    <section class="who" data-own-undo aria-labelledby="reads-title">
      <h2 id="reads-title">What this client reads</h2>
      <ContextFields />
      {'context' in read && <Outcome config={result} saved={newest} context={read.context} />}
    </section>
  )
}

interface OutcomeProps {
  readonly config: Config
  readonly saved: Config | undefined
  readonly context: Readonly<Record<string, unknown>>
}

function Outcome({ config, saved, context }: OutcomeProps) {
  const instant = instantAtHand.value
  const found = configHere(config, context, instant)
  if (found.state === 'waits') return <p class="verdict muted">Loading…</p>
  if (found.state === 'unread') return <Unread decision={found} />
  if (found.state === 'asks') return <ServerReads saved={saved} context={context} why={found.why} />
  if (found.state !== 'decided') return <p class="verdict danger">{found.why}</p>
  const { decision } = found
  const before = saved && saved !== config ? configHere(saved, context, instant) : undefined
  const isOther = before?.state === 'decided' && !isSame(before.decision.value, decision.value)
  const isFailed = decision.reason === 'ERROR'
  return (
    <>
      <p class={isFailed ? 'verdict danger' : 'verdict clear'} role="status">
        <b class="key">
          <bdi>{shortValue(decision.value)}</bdi>
        </b>{' '}
        <bdi>{reasonWords(found)}</bdi>
        {isOther && (
          <span class="muted">
            Currently saved: <bdi class="key">{shortValue(before.decision.value)}</bdi>
          </span>
        )}
      </p>
      {typeof decision.value === 'object' && decision.value !== null && (
        <Json label="What it reads" value={decision.value} />
      )}
    </>
  )
}
