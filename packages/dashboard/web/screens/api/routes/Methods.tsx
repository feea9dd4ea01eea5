import { FieldGroup } from '../../../parts/fields/FieldGroup.tsx'
import './methods.css'

interface MethodsProps {
  readonly methods: readonly string[]
  readonly problem: readonly string[]
  onChange(next: string[]): void
}

const common = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

/** The methods of a route, as boxes to tick. */
export function Methods({ methods, problem, onChange }: MethodsProps) {
  const chosen = methods.map((method) => method.toUpperCase())
  const offered = [...common, ...chosen.filter((method) => !common.includes(method))]
  return (
    <FieldGroup
      label="Methods"
      problem={problem}
      hint={methods.length === 0 ? 'None is chosen: the route takes every method.' : undefined}
    >
      {offered.map((method) => (
        <label key={method} class="api-method">
          <input
            type="checkbox"
            checked={chosen.includes(method)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(offered.filter((one) => (one === method ? checked : chosen.includes(one))))
            }
          />
          {method}
        </label>
      ))}
    </FieldGroup>
  )
}
