import type { VariantResult } from './compare.ts'
import { rateWithInterval, share } from './figures.ts'
import { IntervalPlot } from './IntervalPlot.tsx'

/** The rate of each variant with its confidence interval, and its credible interval below. */
export const RatesPlot = ({ results }: { readonly results: readonly VariantResult[] }) => (
  <figure class="plot">
    <figcaption>
      <b>Rates</b> <span class="muted">solid: 95 % confidence interval, dashed: 95 % credible interval</span>
    </figcaption>
    <IntervalPlot
      label="Rates"
      limits={[0, 1]}
      inWords={share}
      rows={results.map((result, at) => ({
        ...{ variant: result.variant, at, value: result.rate, interval: result.interval, second: result.credible },
        words: result.users === 0 ? 'no users' : rateWithInterval(result.rate, result.interval),
      }))}
    />
  </figure>
)
