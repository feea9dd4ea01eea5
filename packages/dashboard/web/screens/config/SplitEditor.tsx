import type { Config } from '@signalbox/core/contract'
import type { Arm, SplitRule } from '@signalbox/core/evaluate'
import { useRef } from 'preact/hooks'
import { keepFocus } from '../../keys/keep-focus.ts'
import { TextField } from '../../parts/fields/fields.tsx'
import { NumberInput } from '../../parts/fields/NumberInput.tsx'
import { Icon } from '../../parts/signs/Icon.tsx'
import { count } from '../../words/words.ts'
import { withItem } from '../condition/conditions.ts'
import { problemsBelow } from '../record/members.ts'
import { isLinked, newName, sharesOf, sumOf, withEqualWeights, withWeight } from './split-weights.ts'
import { ValueEditor } from './value/ValueEditor.tsx'
import './split.css'

interface SplitEditorProps {
  readonly rule: SplitRule
  readonly config: Config
  /** The number of the rule, from 1. */
  readonly number: number
  /** The JSON Pointer of the rule. */
  readonly pointer: string
  readonly problems: Readonly<Record<string, readonly string[]>>
  onChange(members: Partial<Record<keyof SplitRule, unknown>>, step?: string): void
}

/** The parts of a split: a name, a weight and a value each, and by what clients are divided. */
export function SplitEditor({ rule, config, number, pointer, problems, onChange }: SplitEditorProps) {
  const { split, by, salt, hash } = rule
  const list = useRef<HTMLUListElement>(null)
  const shares = sharesOf(split)
  const set = (next: readonly Arm[], step?: string) => onChange({ split: next }, step)
  return (
    <div class="split">
      <SplitBar arms={split} />
      <ul ref={list} class="split-arms" aria-label={`Split of rule ${number}`}>
        {split.map((arm, at) => (
          <ArmRow
            key={at}
            arm={arm}
            share={shares[at] ?? 0}
            at={at}
            config={config}
            pointer={`${pointer}/split/${at}`}
            problems={problems}
            onWeight={(weight) => set(withWeight(split, at, weight), `${pointer}/split/${at}/weight`)}
            onChange={(next, step) => {
              set(withItem(split, at, next), step)
              if (!next)
                keepFocus(() => list.current?.querySelector<HTMLElement>('li:last-child .split-arm-head button'))
            }}
          />
        ))}
      </ul>
      <div class="bar rules-end">
        <button
          type="button"
          onClick={() =>
            set([...split, { name: newName(split), weight: 0, value: split.at(-1)?.value ?? config.value }])
          }
        >
          Add a part
        </button>
        <button type="button" onClick={() => set(withEqualWeights(split))}>
          Split equally
        </button>
        <span class="muted">
          {isLinked(split)
            ? `The weights add up to ${count(sumOf(split))}. Raising one lowers its neighbor.`
            : `Shares are weights out of ${count(sumOf(split))}.`}
        </span>
      </div>
      <details class="more-settings" open={by !== undefined || salt !== undefined}>
        <summary>Divide by something else</summary>
        <TextField
          label="Attribute"
          mono
          value={by ?? ''}
          placeholder="id"
          problem={problems[`${pointer}/by`] ?? []}
          hint="Clients with the same value of this attribute read the same value. Clients without it get an error."
          onInput={(value) => onChange({ by: value === '' ? undefined : value }, `${pointer}/by`)}
        />
        <TextField
          label="Salt"
          mono
          value={salt ?? ''}
          placeholder={config.id}
          hint="Hashed in place of the config id. Splits with the same salt divide the clients alike."
          onInput={(value) => onChange({ salt: value === '' ? undefined : value }, `${pointer}/salt`)}
        />
      </details>
      {hash === 'unleash' && (
        <p class="muted">
          This split chooses the variants that Unleash chooses, so its weights are whole numbers.{' '}
          <button type="button" class="quiet" onClick={() => onChange({ hash: undefined })}>
            Choose by Signalbox
          </button>
        </p>
      )}
    </div>
  )
}

/** The shares as one bar. The rows below it say the same in words. */
const SplitBar = ({ arms }: { readonly arms: readonly Arm[] }) => (
  <div class="split-bar" aria-hidden="true">
    {arms.map(({ weight }, at) => (
      <span key={at} class={`part-${(at % 6) + 1}`} style={{ flexGrow: Math.max(0, weight) }} />
    ))}
  </div>
)

interface ArmRowProps {
  readonly arm: Arm
  /** Its share in percent. */
  readonly share: number
  readonly at: number
  readonly config: Config
  readonly pointer: string
  readonly problems: Readonly<Record<string, readonly string[]>>
  onWeight(weight: number): void
  onChange(next: Arm | undefined, step?: string): void
}

function ArmRow({ arm, share, at, config, pointer, problems, onWeight, onChange }: ArmRowProps) {
  const label = arm.name === '' ? `part ${at + 1}` : arm.name
  return (
    <li class="split-arm">
      <div class="split-arm-head">
        <span class={`split-mark part-${(at % 6) + 1}`} aria-hidden="true" />
        <input
          type="text"
          class="key"
          aria-label={`Name of part ${at + 1}`}
          aria-invalid={arm.name === ''}
          value={arm.name}
          onInput={({ currentTarget: { value } }) => onChange({ ...arm, name: value }, `${pointer}/name`)}
        />
        <span class="inline-field">
          <span class="muted" aria-hidden="true">
            weight
          </span>
          <NumberInput label={`Weight of ${label}`} value={arm.weight} min={0} onChange={onWeight} />
        </span>
        <span class="split-share">{count(share)}%</span>
        <button
          type="button"
          class="quiet icon-only"
          aria-label={`Remove ${label}`}
          onClick={() => onChange(undefined)}
        >
          <Icon name="trash-2" />
        </button>
      </div>
      <ValueEditor
        label={`Value of ${label}`}
        lead="reads"
        pointer={`${pointer}/value`}
        value={arm.value}
        type={config.type}
        problems={problemsBelow(problems, `${pointer}/value`)}
        rows={[2, 10]}
        onChange={(next, step) => onChange({ ...arm, value: next }, step)}
      />
    </li>
  )
}
