import type { Results } from '@signalbox/core/contract'
import { SKEWED_HEADLINE, splitSentences } from './verdict/split.ts'
import './verdict.css'

/** What usually skews a split, and how to find it. */
const causes = [
  'Bindings were uploaded for some variants only.',
  'A variant fails or redirects before the program asks which variant the client has.',
  'Bots or tests ask with made-up client ids, and one variant blocks them.',
  'Two programs disagree about who is bound, such as two versions during a release.',
]

/** Says over everything that the clients of an experiment are not split as its traffic says. */
export const AlarmBanner = ({ results }: { readonly results: Results }) => (
  <section class="what-to-do danger" aria-label="Skewed split">
    {/* Only this is announced: the figures below change while clients arrive. */}
    <div role="alert">
      <h2>{SKEWED_HEADLINE}</h2>
    </div>
    {splitSentences(results).map((sentence) => (
      <p key={sentence} dir="auto">
        {sentence}
      </p>
    ))}
    <details>
      <summary>Why, and what to do</summary>
      <p>
        Variants are comparable only if chance alone decides who gets which. Here something else does, so the clients of
        the variants differ, and rates, leaders and verdicts are hidden. Usual causes:
      </p>
      <ul>
        {causes.map((cause) => (
          <li key={cause}>{cause}</li>
        ))}
      </ul>
      <p>Find the cause and remove it. Then start a new experiment: clients keep their variants in this one.</p>
    </details>
  </section>
)
