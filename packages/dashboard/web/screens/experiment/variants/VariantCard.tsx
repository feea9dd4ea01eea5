import type { Variant } from '@signalbox/core/contract'
import { Icon } from '../../../parts/signs/Icon.tsx'
import { counted } from '../../../words/words.ts'
import { problemsBelow, withMembers } from '../../record/members.ts'
import { type ShareProps, ShareRow } from './ShareRow.tsx'

interface VariantCardProps extends ShareProps {
  readonly variant: Variant
  readonly place: { readonly at: number; readonly count: number }
  /** How many clients are bound to it; `undefined` while that is not known. */
  readonly bound: number | undefined
  /** Whether its id can still be chosen. */
  readonly isNew: boolean
  readonly problems: Readonly<Record<string, readonly string[]>>
  onChange(next: Variant, step?: string): void
  onMove(by: -1 | 1): void
  onRemove(): void
}

/** One variant: its name, its id, what it shows, and its share of the traffic. `Alt ↑` and `Alt ↓` move it. */
export function VariantCard(props: VariantCardProps) {
  const { variant, place, bound, isNew, problems, onChange, onMove, onRemove, ...share } = props
  const { id, name, description } = variant
  const { at, count } = place
  const own = problemsBelow(problems, `/variants/${at}`)
  const set = (members: Partial<Record<keyof Variant, unknown>>, step: string) =>
    onChange(withMembers(variant, members), `/variants/${at}/${step}`)
  return (
    <li
      class="variant"
      data-variant={(at % 6) + 1}
      tabIndex={-1}
      aria-label={`Variant ${id}`}
      onKeyDown={(event) => {
        if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
        event.preventDefault()
        onMove(event.key === 'ArrowUp' ? -1 : 1)
      }}
    >
      <div class="variant-head">
        <span class="variant-mark" aria-hidden="true" />
        {isNew ? (
          <input
            type="text"
            class="key variant-id"
            aria-label={`Id of variant ${at + 1}`}
            value={id}
            aria-invalid={(problems[`/variants/${at}/id`]?.length ?? 0) > 0}
            onInput={({ currentTarget: { value } }) => set({ id: value }, 'id')}
          />
        ) : (
          <b class="key variant-id">
            <bdi>{id}</bdi>
          </b>
        )}
        <input
          type="text"
          dir="auto"
          aria-label={`Name of variant ${id}`}
          value={name}
          onInput={({ currentTarget: { value } }) => set({ name: value }, 'name')}
        />
        <span class="variant-actions">
          <button
            type="button"
            class="quiet"
            aria-label={`Move variant ${id} up`}
            title="Alt ↑"
            disabled={at === 0}
            onClick={() => onMove(-1)}
          >
            ↑
          </button>
          <button
            type="button"
            class="quiet"
            aria-label={`Move variant ${id} down`}
            title="Alt ↓"
            disabled={at === count - 1}
            onClick={() => onMove(1)}
          >
            ↓
          </button>
          <button
            type="button"
            class="quiet icon-only"
            aria-label={`Remove variant ${id}`}
            title={count === 1 ? 'An experiment needs a variant' : undefined}
            disabled={count === 1}
            onClick={onRemove}
          >
            <Icon name="trash-2" />
          </button>
        </span>
      </div>
      <input
        type="text"
        dir="auto"
        aria-label={`Description of variant ${id}`}
        placeholder="What clients see"
        value={description ?? ''}
        onInput={({ currentTarget: { value } }) =>
          set({ description: value === '' ? undefined : value }, 'description')
        }
      />
      <ShareRow {...share} />
      <p class="muted">
        {at === 0 && <b>Baseline. </b>}
        {bound === undefined
          ? null
          : bound === 0
            ? 'No client is bound to it.'
            : `${counted(bound, 'client is', 'clients are')} bound to it.`}
      </p>
      {own.map((sentence) => (
        <p key={sentence} class="problem-line" dir="auto">
          {sentence}
        </p>
      ))}
    </li>
  )
}
