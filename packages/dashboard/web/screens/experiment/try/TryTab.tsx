import type { Experiment, Variant } from '@signalbox/core/contract'
import { useState } from 'preact/hooks'
import { api } from '../../../calls/api.ts'
import { box } from '../../../calls/box.ts'
import { Failure } from '../../../parts/outcomes/Failure.tsx'
import { mount } from '../../../place/mount.ts'
import { contextAtHand } from '../../../preferences/context-at-hand.ts'
import type { ShownRecord } from '../../record/RecordScreen.tsx'
import { ContextFields } from '../../targeting/ContextFields.tsx'
import { audienceHere } from '../audience/audience-here.ts'
import { nameOf } from '../results/figures/names.ts'
import { Counts } from './Counts.tsx'
import { previewOf } from './preview.ts'
import { useBoundNow } from './use-bound-now.ts'

/** The answer of the service about a client. */
type Answer =
  | { readonly state: 'bound'; readonly clientId: string; readonly variant: Variant }
  | { readonly state: 'unbound'; readonly clientId: string }
  | { readonly state: 'failed'; readonly clientId: string; readonly error: unknown }

/** Which variant a client has, or would get, and why. Nothing is recorded unless the user wants that. */
export function TryTab({ id, draft }: ShownRecord<Experiment>) {
  const [answer, setAnswer] = useState<Answer>()
  const experiment = draft.result
  const read = contextAtHand.value
  const clientId = 'context' in read && read.context.id !== undefined ? String(read.context.id) : ''
  const look = async () => setAnswer(await ask(id, clientId))
  const found = answer?.clientId === clientId ? answer : undefined
  return (
    <>
      <section class="who strategy experiment-part" data-own-undo aria-labelledby="try-title">
        <h2 id="try-title">Try a client</h2>
        <ContextFields />
        {'context' in read && clientId === '' && <p class="verdict">The context needs an id: it is the client.</p>}
        {clientId !== '' &&
          (found?.state === 'bound' ? (
            <BoundLine variant={found.variant} experiment={experiment} />
          ) : (
            <PreviewLine experiment={experiment} clientId={clientId} isUnbound={found?.state === 'unbound'} />
          ))}
        {found?.state === 'failed' && <Failure error={found.error} retry={() => void look()} />}
        {draft.saved && clientId !== '' && (
          <div class="bar">
            <button type="button" onClick={() => void look()}>
              Look up its binding
            </button>
            <span class="muted">This records nothing and binds nobody.</span>
          </div>
        )}
      </section>
      {draft.saved && clientId !== '' && !mount.readOnly && (
        <Counts
          id={id}
          clientId={clientId}
          context={'context' in read ? read.context : {}}
          onDone={() => void look()}
        />
      )}
    </>
  )
}

async function ask(id: string, clientId: string): Promise<Answer> {
  try {
    return { state: 'bound', clientId, variant: await api.experiments.variant({ id, clientId }) }
  } catch (error) {
    const isUnbound = (error as { code?: unknown }).code === 'NOT_FOUND'
    return isUnbound ? { state: 'unbound', clientId } : { state: 'failed', clientId, error }
  }
}

function BoundLine({ variant, experiment }: { readonly variant: Variant; readonly experiment: Experiment }) {
  const isKept = experiment.variants.some(({ id }) => id === variant.id)
  return (
    <p class={isKept ? 'verdict clear' : 'verdict danger'} role="status">
      <b>Bound to {nameOf(variant)}.</b>{' '}
      {isKept ? 'It keeps this variant, whatever its context is.' : 'Your changes remove this variant.'}
    </p>
  )
}

interface PreviewLineProps {
  readonly experiment: Experiment
  readonly clientId: string
  /** Whether the service said that it is not bound. */
  readonly isUnbound: boolean
}

function PreviewLine({ experiment, clientId, isUnbound }: PreviewLineProps) {
  const boundNow = useBoundNow(experiment)
  const audience = audienceHere(experiment.audience)
  const isInAudience =
    experiment.audience === undefined ? true : audience?.state === 'decided' ? audience.isIn : undefined
  const { aspect, title, because } = previewOf({
    ...{ experiment, clientId, isInAudience, boundNow },
    assignment: box.value?.assignment,
  })
  return (
    <p class={aspect === 'clear' ? 'verdict clear' : 'verdict'} role="status">
      <b dir="auto">{title}</b> {because}
      <span class="muted">
        {isUnbound ? 'It is not bound to a variant yet.' : 'Unless it is bound already: then it keeps its variant.'}
      </span>
    </p>
  )
}
