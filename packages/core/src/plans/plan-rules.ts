import { type Problem, problem } from '../machine/errors/errors.ts'
import { isObject, type JsonObject, own } from '../machine/json/json.ts'
import { type AccessMode, accessModes, isGiven, type ModeProblem } from './access-modes.ts'
import { compileGenerator, idCharacters, nameCharacters } from './client-id.ts'

/**
 * Problems of plans beyond their schema, by JSON pointer into the API: missing settings of access modes, patterns that
 * cannot generate ids, and terms and questions that contradict themselves. Accepts any value.
 */
export function problemsOfPlans(api: unknown): Record<string, readonly Problem[]> {
  const documentation = isObject(api) ? own(api, 'documentation') : undefined
  const plans = isObject(documentation) ? own(documentation, 'plans') : undefined
  const found: Record<string, readonly Problem[]> = {}
  for (const [i, plan] of Array.isArray(plans) ? plans.entries() : [])
    if (isObject(plan)) {
      const at = `/documentation/plans/${i}`
      for (const [member, one] of problemsOfPlan(plan)) found[`${at}/access_mode_configuration${member}`] = [one]
      for (const [member, one] of [...problemsOfTerms(plan), ...problemsOfForm(plan)]) found[`${at}${member}`] = [one]
    }
  return found
}

/** Reports terms with neither or both of their two places. */
function problemsOfTerms({ terms }: JsonObject): ModeProblem[] {
  if (!isObject(terms)) return []
  const given = termsPlaces.filter((member) => own(terms, member) !== undefined)
  if (given.length === 1) return []
  return [['/terms', problem(given.length === 0 ? 'error.required.any' : 'error.required.one', ...termsPlaces)]]
}
const termsPlaces = ['url', 'text'] as const

/** Reports questions with the name of another one, and options that are missing or belong to no `select`. */
function problemsOfForm({ form }: JsonObject): ModeProblem[] {
  const names = new Set<unknown>()
  return (Array.isArray(form) ? form : []).flatMap((question, i): ModeProblem[] => {
    if (!isObject(question)) return []
    const { name, type, options } = question
    const isRepeated = names.has(name)
    names.add(name)
    return [
      ...(isRepeated ? [[`/form/${i}/name`, problem('error.unique', name)] as const] : []),
      ...(type === 'select' && options === undefined
        ? [[`/form/${i}/options`, problem('error.required')] as const]
        : []),
      ...((type === 'text' || type === 'checkbox') && options !== undefined
        ? [[`/form/${i}/options`, problem('error.only.with', 'select')] as const]
        : []),
    ]
  })
}

function problemsOfPlan({ access_mode_configuration_type: name, access_mode_configuration = {} }: JsonObject) {
  const mode = typeof name === 'string' ? (own(accessModes, name) as AccessMode | undefined) : undefined
  return mode && isObject(access_mode_configuration) ? problemsOfMode(mode, access_mode_configuration) : []
}

/** Problems of an access mode's configuration beyond its schema. */
export const problemsOfMode = (mode: AccessMode, configuration: JsonObject): readonly ModeProblem[] => [
  ...needed(mode, configuration),
  ...generated(configuration),
  ...(mode.rules?.(configuration) ?? []),
]

/** Reports a configuration that could admit nobody, or that has two settings where only one is allowed. */
function needed({ needs = [], needsOne }: AccessMode, configuration: JsonObject): ModeProblem[] {
  if (needs.length === 0) return []
  const given = needs.filter((member) => isGiven(own(configuration, member)))
  if (given.length === 0) return [['', problem('error.required.any', ...needs)]]
  return needsOne && given.length > 1 ? [['', problem('error.required.one', ...needs)]] : []
}

const generators = { clientIdPattern: idCharacters, clientNamePattern: nameCharacters }

function generated(configuration: JsonObject): ModeProblem[] {
  return Object.entries(generators).flatMap(([member, characters]): ModeProblem[] => {
    const pattern = own(configuration, member)
    const why = typeof pattern === 'string' && pattern.length <= 64 ? reasonAgainst(pattern, characters) : undefined
    return why === undefined ? [] : [[`/${member}`, problem('error.pattern.generated', why)]]
  })
}

function reasonAgainst(pattern: string, characters: readonly number[]): string | undefined {
  try {
    compileGenerator(pattern, characters)
    return undefined
  } catch (error) {
    return (error as RangeError).message
  }
}
