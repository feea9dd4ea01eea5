import type { Verdict } from './verdict.ts'
import './verdict.css'

/** What to do, in one sentence, and why. */
export const VerdictPanel = ({ verdict: { aspect, headline, why } }: { readonly verdict: Verdict }) => (
  <section class={`what-to-do ${aspect}`} aria-label="What to do">
    <h2 dir="auto">{headline}</h2>
    {why.map((sentence) => (
      <p key={sentence} dir="auto">
        {sentence}
      </p>
    ))}
  </section>
)
