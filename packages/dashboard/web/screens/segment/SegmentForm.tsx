import type { Segment } from '@signalbox/core/contract'
import type { Condition } from '@signalbox/core/evaluate'
import { segmentHere } from '../../evaluation/here.ts'
import { TextField } from '../../parts/fields/fields.tsx'
import { contextAtHand, contextText, instantAtHand } from '../../preferences/context-at-hand.ts'
import { ConditionField } from '../condition/ConditionField.tsx'
import { Unread } from '../condition/Unread.tsx'
import { withMembers } from '../record/members.ts'
import { IdList } from '../targeting/IdList.tsx'
import '../targeting/who.css'

interface SegmentFormProps {
  readonly draft: Segment
  readonly problems: Readonly<Record<string, readonly string[]>>
  onEdit(next: Segment, step?: string): void
}

/** Edits whom a segment holds: its condition, and the clients that are in or out whatever it says. */
export function SegmentForm({ draft, problems, onEdit }: SegmentFormProps) {
  const read = contextAtHand.value
  const result = 'context' in read ? segmentHere(draft, read.context, instantAtHand.value) : undefined
  const set = (members: Partial<Record<keyof Segment, unknown>>, step?: string) =>
    onEdit(withMembers(draft, members), step)
  const list = (member: 'included' | 'excluded') => (next: string[]) =>
    set({ [member]: next.length === 0 ? undefined : next })
  return (
    <>
      <ConditionField
        title="Condition"
        without="Without a condition, only the clients that are always in belong to it."
        label="Condition as JSON"
        condition={draft.when as Condition | undefined}
        pointer="/when"
        node={result?.state === 'decided' ? result.node : undefined}
        problems={problems}
        onChange={(next, step) => set({ when: next }, step)}
      />
      <section class="strategy" aria-label="Lists">
        <IdList
          name="included"
          label="Always in"
          ids={draft.included ?? []}
          problems={problems['/included'] ?? []}
          onChange={list('included')}
        />
        <IdList
          name="excluded"
          label="Never in"
          ids={draft.excluded ?? []}
          problems={problems['/excluded'] ?? []}
          onChange={list('excluded')}
        />
      </section>
      <section class="who" aria-labelledby="who-title">
        <h2 id="who-title">Who is in it</h2>
        <TextField
          label="Context"
          mono
          value={contextText.value}
          problem={'problem' in read ? read.problem : undefined}
          onInput={(text) => {
            contextText.value = text
          }}
        />
        {result && <SegmentVerdict segment={draft} result={result} context={'context' in read ? read.context : {}} />}
      </section>
    </>
  )
}

interface VerdictProps {
  readonly segment: Segment
  readonly result: ReturnType<typeof segmentHere>
  readonly context: Readonly<Record<string, unknown>>
}

function SegmentVerdict({ segment, result, context }: VerdictProps) {
  if (result.state === 'waits') return <p class="verdict muted">Loading…</p>
  if (result.state === 'unread') return <Unread decision={result} />
  if (result.state !== 'decided') return <p class="verdict danger">{result.why}</p>
  const id = String(context.id ?? '')
  const because = segment.excluded?.includes(id)
    ? 'This client is never included.'
    : segment.included?.includes(id)
      ? 'This client is always included.'
      : segment.when === undefined
        ? 'This client is in neither list.'
        : `The condition is ${result.isIn}.`
  return (
    <p class={result.isIn ? 'verdict clear' : 'verdict'} role="status">
      <b>{result.isIn ? 'In the segment.' : 'Not in the segment.'}</b> {because}
    </p>
  )
}
