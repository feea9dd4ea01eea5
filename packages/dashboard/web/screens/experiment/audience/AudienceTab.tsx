import type { Experiment } from '@signalbox/core/contract'
import type { Condition } from '@signalbox/core/evaluate'
import { box } from '../../../calls/box.ts'
import { Json } from '../../../parts/json/Json.tsx'
import { ConditionField } from '../../condition/ConditionField.tsx'
import { Unread } from '../../condition/Unread.tsx'
import { withMembers } from '../../record/members.ts'
import type { ShownRecord } from '../../record/RecordScreen.tsx'
import { ContextFields } from '../../targeting/ContextFields.tsx'
import { resultsHere } from '../results-here.ts'
import { audienceHere } from './audience-here.ts'
import { LayerForm } from './LayerForm.tsx'

/** Whom an experiment takes: its audience, with the outcome for the context at hand, and its layer. */
export function AudienceTab({ id, draft, edit, mayEdit }: ShownRecord<Experiment>) {
  const { value, saved, problems } = draft
  const { audience, layer } = value
  const results = saved && resultsHere(id).value
  const result = results?.state === 'ready' ? results.results.layer : undefined
  const outcome = audienceHere(audience)
  const set = (members: Partial<Record<keyof Experiment, unknown>>, step?: string) =>
    edit(withMembers(value, members), step)
  if (!mayEdit) return <Json label="Audience and layer" value={{ audience, layer }} />
  return (
    <>
      {box.value?.assignment === 'classic' && (
        <p class="verdict danger">
          This system assigns variants by the classic assignment, which has no audiences or layers: saving one fails.
        </p>
      )}
      <ConditionField
        title="Audience"
        without="Everyone can take part."
        label="Audience as JSON"
        condition={audience as Condition | undefined}
        pointer="/audience"
        node={outcome?.state === 'decided' ? outcome.node : undefined}
        problems={problems}
        onChange={(next, step) => set({ audience: next }, step)}
      />
      {audience !== undefined && (
        <section class="who strategy experiment-part" data-own-undo aria-labelledby="who-title">
          <h2 id="who-title">Who takes part</h2>
          <ContextFields />
          {outcome?.state === 'unread' && <Unread decision={outcome} />}
          {outcome && 'why' in outcome && outcome.state !== 'unread' && <p class="verdict danger">{outcome.why}</p>}
          {outcome?.state === 'decided' && (
            <p class={outcome.isIn ? 'verdict clear' : 'verdict'} role="status">
              <b>{outcome.isIn ? 'In the audience.' : 'Not in the audience.'}</b>
              <span class="muted">A client that is bound already keeps its variant.</span>
            </p>
          )}
        </section>
      )}
      <LayerForm
        id={id}
        layer={layer}
        result={result}
        problems={problems}
        onChange={(next, step) => set({ layer: next }, step)}
      />
    </>
  )
}
