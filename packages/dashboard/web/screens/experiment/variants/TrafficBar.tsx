import type { Variant } from '@signalbox/core/contract'
import { share } from '../results/figures/figures.ts'

/** How the traffic is divided, as a picture. The numbers beside it say the same, so it is hidden from screen readers. */
export const TrafficBar = ({ variants }: { readonly variants: readonly Variant[] }) => (
  <div class="traffic-bar" aria-hidden="true">
    {variants.map(({ id, traffic }, at) => (
      <span
        key={at}
        data-variant={(at % 6) + 1}
        title={`${id} ${share(traffic)}`}
        style={{ flexGrow: String(Math.round(traffic * 1e6)) }}
      >
        {traffic >= 0.08 && (
          <bdi>
            {id} {share(traffic)}
          </bdi>
        )}
      </span>
    ))}
  </div>
)
