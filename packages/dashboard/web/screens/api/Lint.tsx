import { Aspect } from '../../parts/Aspect.tsx'
import { LintLines } from './LintLines.tsx'
import { lintHere, lintInWords, severityWords } from './lint.ts'
import './lint.css'

/** What is wrong with an API: how many problems, and a list of them. */
export function Lint({ id }: { readonly id: string }) {
  const problems = lintHere(id)
  const [worst] = problems
  if (!worst) return null
  return (
    <details class="lint">
      <summary>
        <Aspect is={severityWords[worst.severity].aspect}>{lintInWords(problems)}</Aspect>
      </summary>
      <LintLines problems={problems} />
    </details>
  )
}
