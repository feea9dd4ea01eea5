import type { Variant } from '@signalbox/core/contract'
import { Mark } from './Mark.tsx'

/** A variant with the mark that it has in plots. */
export const VariantName = ({ variant, at }: { readonly variant: Variant; readonly at: number }) => (
  <span class={`variant-name ${seriesClass(at)}`}>
    <svg width="12" height="12" viewBox="-6 -6 12 12" aria-hidden="true">
      <Mark at={at} />
    </svg>
    <bdi>{variant.name.trim() === '' ? variant.id : variant.name}</bdi>
  </span>
)

/** The class that gives a variant its color, by its place. */
export const seriesClass = (at: number): string => `series-${(at % 6) + 1}`
