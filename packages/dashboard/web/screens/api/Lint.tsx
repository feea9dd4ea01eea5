import { Aspect } from '../../parts/Aspect.tsx'
import { lintHere, lintInWords, severityWords } from './lint.ts'

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
      <ul>
        {problems.map(({ severity, pointer, message }) => (
          <li key={`${pointer} ${message}`}>
            <Aspect is={severityWords[severity].aspect}>{wordOf(severity)}</Aspect> <span dir="auto">{message}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

function wordOf(severity: keyof typeof severityWords): string {
  const { noun } = severityWords[severity]
  return `${noun[0]!.toUpperCase()}${noun.slice(1)}:`
}
