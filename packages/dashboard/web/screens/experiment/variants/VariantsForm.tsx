import type { Experiment, Variant } from '@signalbox/core/contract'
import { useRef, useState } from 'preact/hooks'
import { keepFocus } from '../../../keys/keep-focus.ts'
import { withItem, withMoved } from '../../condition/conditions.ts'
import { TrafficBar } from './TrafficBar.tsx'
import { equalShares, withShare } from './traffic.ts'
import { VariantCard } from './VariantCard.tsx'
import { isSaved, lockedIn, sharesOf, withNewVariant, withoutVariant, withShares } from './variant-list.ts'
import './variants.css'

interface VariantsFormProps {
  readonly draft: Experiment
  /** The newest experiment that is saved. */
  readonly newest: Experiment | undefined
  readonly problems: Readonly<Record<string, readonly string[]>>
  /** How many clients are bound to each variant; `undefined` while that is not known. */
  readonly bound: ReadonlyMap<string, number> | undefined
  onEdit(next: Experiment, step?: string): void
}

/** Edits the variants and their traffic, whose shares always sum to 1. */
export function VariantsForm({ draft, newest, problems, bound, onEdit }: VariantsFormProps) {
  const [lockedIds, setLocked] = useState<ReadonlySet<string>>(new Set())
  const moving = useRef<{ readonly at: number; readonly shares: readonly number[] } | undefined>(undefined)
  const list = useRef<HTMLOListElement>(null)
  const { variants } = draft
  const locked = lockedIn(variants, lockedIds)
  const set = (next: readonly Variant[], step?: string) => onEdit({ ...draft, variants: [...next] }, step)
  const share = (at: number) => (next: number) => {
    // While a slider moves, the others keep the proportions that they had before.
    if (moving.current?.at !== at) moving.current = { at, shares: sharesOf(variants) }
    set(withShares(variants, withShare(moving.current.shares, { at, share: next, locked })), `traffic ${at}`)
  }
  const cards = () => list.current?.querySelectorAll<HTMLElement>('.variant')
  return (
    <section class="strategy experiment-part" aria-labelledby="variants-title">
      <h2 id="variants-title">Variants and traffic</h2>
      <TrafficBar variants={variants} />
      <ol class="variants" ref={list}>
        {variants.map((variant, at) => (
          <VariantCard
            key={at}
            variant={variant}
            place={{ at, count: variants.length }}
            bound={bound && (bound.get(variant.id) ?? 0)}
            isNew={!isSaved(newest, variant.id)}
            problems={problems}
            of={variant.id}
            share={variant.traffic}
            isLocked={locked.has(at)}
            isFixed={variants.every((_, other) => other === at || locked.has(other))}
            onShare={share(at)}
            onShared={() => {
              moving.current = undefined
            }}
            onLock={(isLocked) => {
              const others = [...lockedIds].filter((id) => id !== variant.id)
              setLocked(new Set(isLocked ? [...others, variant.id] : others))
            }}
            onChange={(next, step) => set(withItem(variants, at, next), step)}
            onMove={(by) => {
              const next = withMoved(variants, at, by)
              if (next === variants) return
              set(next)
              requestAnimationFrame(() => cards()?.[at + by]?.focus())
            }}
            onRemove={() => {
              set(withoutVariant(variants, at, locked))
              keepFocus()
            }}
          />
        ))}
      </ol>
      {(problems['/variants'] ?? []).map((sentence) => (
        <p key={sentence} class="problem-line" dir="auto">
          {sentence}
        </p>
      ))}
      <div class="bar">
        <button
          type="button"
          onClick={() => {
            set(withNewVariant(variants, locked))
            keepFocus(() => [...(cards() ?? [])].at(-1)?.querySelector<HTMLElement>('input'))
          }}
        >
          Add a variant
        </button>
        <button type="button" onClick={() => set(withShares(variants, equalShares(sharesOf(variants), locked)))}>
          Split equally
        </button>
      </div>
      <p class="muted">
        Every other variant is compared with the baseline. Programs read the ids, which are fixed once they are saved.
      </p>
    </section>
  )
}
