import { Aspect } from '../../parts/Aspect.tsx'
import type { LintProblem } from './lint.ts'
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
      <ProblemList problems={problems} />
    </details>
  )
}

/** Problems of an API as sentences, each with how bad it is. */
export const ProblemList = ({ problems }: { readonly problems: readonly LintProblem[] }) => (
  <ul class="problem-list">
    {problems.map(({ severity, pointer, message }) => (
      <li key={`${pointer} ${message}`}>
        <Aspect is={severityWords[severity].aspect}>{severityWords[severity].word}</Aspect>{' '}
        <span dir="auto">{message}</span>
      </li>
    ))}
  </ul>
)
