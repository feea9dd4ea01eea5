import { box } from '../../../calls/box.ts'
import { Field } from '../../../parts/fields/Field.tsx'
import { TextField } from '../../../parts/fields/fields.tsx'
import { NumberInput } from '../../../parts/fields/NumberInput.tsx'
import { percent } from '../../../words/words.ts'
import type { FormProps } from '../strategy.ts'
import { SamplePreview } from './SamplePreview.tsx'

/** The form of `PERCENTAGE`: how many clients get the feature. */
export function Form({ feature, saved, onChange, problemsOf }: FormProps<'PERCENTAGE'>) {
  const { parameters } = feature
  const { percentage, salt } = parameters
  const isClassic = box.value?.bucketing === 'classic'
  const change = (next: number) => onChange({ ...parameters, percentage: next }, 'percentage')
  return (
    <>
      <Field
        label="Share"
        problem={problemsOf('/percentage')}
        after={
          <span>
            % of clients, by <code>context.id</code>
          </span>
        }
      >
        {(control) => <NumberInput {...control} value={percentage} min={0} max={100} onChange={change} />}
      </Field>
      <input
        type="range"
        class="share-slider"
        aria-label="Share of clients"
        min={0}
        max={100}
        step={1}
        value={percentage}
        aria-valuetext={percent(percentage)}
        onInput={({ currentTarget }) => change(currentTarget.valueAsNumber)}
      />
      <p class="muted">
        {isClassic
          ? 'This system uses the classic buckets: whole percents, and the same clients for every feature.'
          : 'The same clients stay in as the share grows. Clients without an id never get it.'}
      </p>
      <details class="more-settings" open={salt !== undefined}>
        <summary>Choose other clients</summary>
        <TextField
          label="Salt"
          mono
          problem={problemsOf('/salt')}
          hint="Hashed in place of the feature id. Features with the same salt choose the same clients; another salt chooses others."
          value={salt ?? ''}
          placeholder={feature.id}
          onInput={(value) => onChange({ percentage, ...(value !== '' && { salt: value }) }, 'salt')}
        />
      </details>
      <SamplePreview feature={feature} saved={saved} />
    </>
  )
}
