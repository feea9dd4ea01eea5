import { Aspect } from '../../../parts/signs/Aspect.tsx'
import { type LintProblem, severityWords } from './lint.ts'
import './lint-lines.css'

/** What the service finds wrong with a part of an API. */
export function LintLines({ problems }: { readonly problems: readonly LintProblem[] }) {
  if (problems.length === 0) return null
  return (
    <ul class="lint-lines">
      {problems.map(({ severity, pointer, message }) => (
        <li key={`${pointer} ${message}`}>
          <Aspect is={severityWords[severity].aspect}>{words[severity]}</Aspect> <span dir="auto">{message}</span>
        </li>
      ))}
    </ul>
  )
}

const words = { error: 'Error:', warning: 'Warning:', info: 'Note:' } as const
