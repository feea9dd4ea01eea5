import type { Feature } from '@signalbox/core/contract'
import { box } from '../../calls/box.ts'
import { decideHere } from '../../evaluation/here.ts'
import { contextAtHand, instantAtHand } from '../../preferences/context-at-hand.ts'
import { Unread } from '../condition/Unread.tsx'
import type { Explained } from '../strategies/strategy.ts'
import { verdictOf } from '../strategies/verdict.ts'
import { ContextFields } from '../targeting/ContextFields.tsx'
import { ServerVerdict } from './ServerVerdict.tsx'

interface WhoProps {
  readonly draft: Feature
  readonly saved: Feature | undefined
}

/** Who would get the feature: the result for the context at hand, as edited and as saved. */
export function Who({ draft, saved }: WhoProps) {
  const read = contextAtHand.value
  return (
    <section class="who" data-own-undo aria-labelledby="who-title">
      <h2 id="who-title">Try a client</h2>
      <ContextFields />
      {'context' in read && <VerdictLine draft={draft} saved={saved} context={read.context} />}
    </section>
  )
}

function VerdictLine({ draft, saved, context }: WhoProps & { readonly context: Readonly<Record<string, unknown>> }) {
  const instant = instantAtHand.value
  const decision = decideHere(draft, context, instant)
  if (decision.state === 'waits') return <p class="verdict muted">Loading…</p>
  if (decision.state === 'unread') return <Unread decision={decision} />
  if (decision.state === 'invalid') return <p class="verdict danger">{decision.why}</p>
  if (decision.state === 'asks')
    return <ServerVerdict draft={draft} saved={saved} context={context} why={decision.why} />
  const words = (one: Feature, result: Explained) => verdictOf(one, result, box.value!.bucketing)
  const { active, because, briefly } = words(draft, decision)
  const before = saved && saved !== draft ? decideHere(saved, context, instant) : undefined
  const was = before?.state === 'decided' && saved ? words(saved, before) : undefined
  const isDifferent = was && (was.active !== active || was.briefly !== briefly)
  return (
    <p class={active ? 'verdict clear' : 'verdict'} role="status">
      <b>{active ? 'Active.' : 'Not active.'}</b> <bdi>{because}</bdi>
      {isDifferent && (
        <span class="muted">
          Currently saved: {was.active ? 'active' : 'not active'} ({was.briefly}).
        </span>
      )}
    </p>
  )
}
