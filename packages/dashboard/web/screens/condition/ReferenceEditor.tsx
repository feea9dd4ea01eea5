import type { FeatureCondition, SegmentCondition } from '@signalbox/core/evaluate'
import { pathOf } from '../../kinds/kinds.ts'
import { Combobox } from '../../parts/fields/Combobox.tsx'
import { Link } from '../../parts/ways/Link.tsx'
import { index } from '../../records/tree.ts'
import type { ConditionProps } from './editor-props.ts'

/** How many ids are offered. */
const OFFERED = 20

/** A condition that refers to a segment or to another feature. */
export function ReferenceEditor({
  condition,
  pointer,
  problems,
  onChange,
}: ConditionProps<SegmentCondition | FeatureCondition>) {
  const isSegment = 'segment' in condition
  const [kind, noun, id] = isSegment
    ? (['segments', 'segment', condition.segment] as const)
    : (['features', 'feature', condition.feature] as const)
  const set = (next: string) =>
    onChange(isSegment ? { segment: next } : { ...condition, feature: next }, `${pointer}/${noun}`)
  return (
    <div class="condition-fields">
      <span>{isSegment ? 'in the segment' : 'the feature'}</span>
      <Combobox
        label={isSegment ? 'Segment' : 'Feature'}
        value={id}
        placeholder={`Choose a ${noun}`}
        aria-invalid={id === ''}
        onInput={set}
        source={index(kind).version.value}
        options={(text) =>
          index(kind)
            .search(text, OFFERED)
            .map((entry) => ({ value: entry.id }))
        }
      />
      {!isSegment && (
        <select
          aria-label="Feature state"
          value={String(condition.active ?? true)}
          onChange={({ currentTarget: { value } }) =>
            onChange(value === 'true' ? { feature: id } : { feature: id, active: false })
          }
        >
          <option value="true">is active</option>
          <option value="false">is not active</option>
        </select>
      )}
      {id !== '' && <Link to={pathOf(kind, id)}>Open</Link>}
      {id === '' && <p class="problem-line">Choose a {noun} to see who is affected.</p>}
      {(problems[`${pointer}/${noun}`] ?? []).map((sentence) => (
        <p key={sentence} class="problem-line">
          {sentence}
        </p>
      ))}
    </div>
  )
}
