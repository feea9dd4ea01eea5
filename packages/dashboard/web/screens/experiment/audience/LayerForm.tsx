import type { Experiment, Results } from '@signalbox/core/contract'
import { Combobox } from '../../../parts/fields/Combobox.tsx'
import { Field } from '../../../parts/fields/Field.tsx'
import { NumberInput } from '../../../parts/fields/NumberInput.tsx'
import { Segmented } from '../../../parts/fields/Segmented.tsx'
import { problemsBelow } from '../../record/members.ts'
import { share } from '../results/figures/figures.ts'
import { LayerTrack } from './LayerTrack.tsx'
import { freeRanges, fromPercent, layerNames, neighboursOf, overlapOf, type Range, toPercent } from './layer-ranges.ts'
import { useLayers } from './use-layers.ts'
import './layer.css'

type Layer = NonNullable<Experiment['layer']>

interface LayerFormProps {
  readonly id: string
  readonly layer: Layer | undefined
  /** The layer as it is saved, with what is beside the experiment. */
  readonly result: Results['layer']
  readonly problems: Readonly<Record<string, readonly string[]>>
  onChange(next: Layer | undefined, step?: string): void
}

/** Edits which clients an experiment may take: those of a range of a layer, which it does not share with others. */
export function LayerForm({ id, layer, result, problems, onChange }: LayerFormProps) {
  const experiments = useLayers() ?? []
  const names = layerNames(experiments)
  const firstFree = (name: string): Range =>
    freeRanges(neighboursOf({ id, name, experiments, result }))[0] ?? { from: 0, to: 1 }
  const enter = (name: string) => onChange({ name, ...firstFree(name) })
  return (
    <section class="strategy" aria-labelledby="layer-title">
      <h2 id="layer-title">Layer</h2>
      <Segmented
        label="Overlap with other experiments"
        choices={[
          { value: 'none', label: 'No layer' },
          { value: 'layer', label: 'In a layer' },
        ]}
        value={layer ? 'layer' : 'none'}
        onChange={(next) => (next === 'none' ? onChange(undefined) : enter(names[0] ?? id.split(':')[0]!))}
      />
      {layer ? (
        <LayerFields {...{ id, layer, result, problems, onChange, names }} experiments={experiments} />
      ) : (
        <p class="muted">Clients can be in other experiments as well. Experiments in one layer never share a client.</p>
      )}
    </section>
  )
}

interface LayerFieldsProps extends LayerFormProps {
  readonly layer: Layer
  readonly names: readonly string[]
  readonly experiments: NonNullable<ReturnType<typeof useLayers>>
}

function LayerFields({ id, layer, result, problems, onChange, names, experiments }: LayerFieldsProps) {
  const neighbours = neighboursOf({ id, name: layer.name, experiments, result })
  const free = freeRanges(neighbours)
  const overlap = overlapOf(layer, neighbours)
  const rejected = problemsBelow(problems, '/layer')
  const warned = overlap && `It overlaps the range of ${overlap.experiment ?? 'an experiment that you can’t read'}.`
  const problem = rejected.length > 0 ? rejected : layer.from >= layer.to ? 'The range is empty.' : warned
  const end = (member: 'from' | 'to') => (percent: number) =>
    onChange({ ...layer, [member]: fromPercent(percent) }, `layer ${member}`)
  return (
    <div class="strategy-form">
      <Field label="Name">
        {(control) => (
          <Combobox
            {...control}
            value={layer.name}
            onInput={(name) => onChange({ ...layer, name }, 'layer name')}
            source={names}
            options={(text) => names.filter((name) => name.includes(text)).map((value) => ({ value }))}
          />
        )}
      </Field>
      <Field
        label="Range"
        problem={problem}
        after={
          <>
            <span>% to</span>
            <NumberInput
              label="End of the range in percent"
              value={toPercent(layer.to)}
              min={0}
              max={100}
              onChange={end('to')}
            />
            <span>% of the layer</span>
          </>
        }
      >
        {(control) => (
          <NumberInput {...control} value={toPercent(layer.from)} min={0} max={100} onChange={end('from')} />
        )}
      </Field>
      {free.length > 0 && (
        <p class="layer-free">
          <span class="muted">Free:</span>
          {free.slice(0, MOST_FREE).map((range) => (
            <button key={range.from} type="button" onClick={() => onChange({ ...layer, ...range })}>
              Take {share(range.from)} to {share(range.to)}
            </button>
          ))}
        </p>
      )}
      <LayerTrack id={id} layer={layer} neighbours={neighbours} />
    </div>
  )
}

/** The most free ranges that are offered. */
const MOST_FREE = 5
