import { pathOf } from '../../../kinds/kinds.ts'
import { Aspect } from '../../../parts/signs/Aspect.tsx'
import { Link } from '../../../parts/ways/Link.tsx'
import { lintHere, lintInWords, severityWords } from './lint.ts'
import { partOf } from './part-of.ts'
import './lint.css'

interface LintProps {
  readonly id: string
  /** The parts of the API that can be shown. */
  readonly parts: readonly { readonly id: string; readonly label: string }[]
}

/** What is wrong with an API: how many problems, and a list of them that leads to their parts. */
export function Lint({ id, parts }: LintProps) {
  const problems = lintHere(id)
  const [worst] = problems
  if (!worst) return null
  return (
    <details class="lint">
      <summary>
        <Aspect is={severityWords[worst.severity].aspect}>{lintInWords(problems)}</Aspect>
      </summary>
      <ul>
        {problems.map(({ severity, pointer, message }) => {
          const { word, aspect } = severityWords[severity]
          const part = parts.find((one) => one.id === partOf(pointer))
          return (
            <li key={`${pointer} ${message}`}>
              <Aspect is={aspect}>{word}:</Aspect> <span dir="auto">{message}</span>{' '}
              {part && <Link to={`${pathOf('apis', id)}?part=${part.id}`}>{part.label}</Link>}
            </li>
          )
        })}
      </ul>
    </details>
  )
}
