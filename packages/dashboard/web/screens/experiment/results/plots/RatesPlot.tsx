import type { Results } from '@signalbox/core/contract'
import { rateWithInterval, share } from '../figures/figures.ts'
import { placeIn } from '../figures/place-in.ts'
import { IntervalPlot } from './IntervalPlot.tsx'

/** The rate of each variant with its confidence interval, and its credible interval below. */
export const RatesPlot = ({ results }: { readonly results: Results }) => (
  <figure class="plot">
    <figcaption>
      <b>Rates</b> <span class="muted">solid: 95% confidence interval, dashed: 95% credible interval</span>
    </figcaption>
    <IntervalPlot
      label="Rates"
      limits={[0, 1]}
      inWords={share}
      rows={results.results.map((result) => ({
        ...{
          variant: result.variant,
          at: placeIn(results, result.variant),
          value: result.rate,
          interval: result.interval,
          second: result.credible,
        },
        words: result.users === 0 ? 'no users' : rateWithInterval(result.rate, result.interval),
      }))}
    />
  </figure>
)
