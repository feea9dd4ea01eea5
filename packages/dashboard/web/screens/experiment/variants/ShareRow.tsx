import { NumberInput } from '../../../parts/fields/NumberInput.tsx'

/** What the share of a variant gets. */
export interface ShareProps {
  /** The id of the variant. */
  readonly of: string
  /** A fraction of 1. */
  readonly share: number
  /** Whether the share stays when others change. */
  readonly isLocked: boolean
  /** Whether nothing can be changed, because the others have all the traffic that is left. */
  readonly isFixed: boolean
  onShare(share: number): void
  /** Called when a movement of the slider, or the typing of a number, is over. */
  onShared(): void
  onLock(isLocked: boolean): void
}

/** The share of a variant as a slider and as a number in percent, and a box that keeps it. */
export function ShareRow({ of, share, isLocked, isFixed, onShare, onShared, onLock }: ShareProps) {
  const percent = Math.round(share * 1e6) / 1e4
  const change = (next: number) => onShare(next / 100)
  return (
    <div class="variant-share" onFocusOut={onShared}>
      <input
        type="range"
        class="variant-slider"
        aria-label={`Traffic of variant ${of}`}
        min={0}
        max={100}
        step={1}
        disabled={isFixed}
        value={percent}
        aria-valuetext={`${percent}%`}
        onInput={({ currentTarget }) => change(currentTarget.valueAsNumber)}
        onChange={onShared}
      />
      <span class="variant-number">
        <NumberInput
          label={`Traffic of variant ${of} in percent`}
          value={percent}
          min={0}
          max={100}
          disabled={isFixed}
          onChange={change}
        />
        %
      </span>
      <label class="check">
        <input
          type="checkbox"
          aria-label={`Lock the traffic of variant ${of}`}
          checked={isLocked}
          onChange={({ currentTarget: { checked } }) => onLock(checked)}
        />
        Lock
      </label>
    </div>
  )
}
