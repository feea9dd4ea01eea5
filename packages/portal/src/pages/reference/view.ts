import type { CauseId } from '@signalbox/core/gateway'
import type { ApiPlace } from '../place.ts'
import { plansToChoose, type SiteApi } from '../site.ts'
import { coveringPlans } from './covering-plans.ts'
import { exampleOf } from './examples.ts'
import type { Operation } from './read-operations.ts'
import { type Answered, type Content, type Parts, partsOf } from './read-parts.ts'
import type { Reference, ReferencePage } from './reference.ts'
import { type Sample, samplesOf } from './samples.ts'
import { type Row, rowsOf } from './schema-rows.ts'
import { servedAs } from './served-routes.ts'

/** A content with the rows of its schema. */
export interface ShownContent {
  readonly types: readonly string[]
  readonly root: Row
  /** @default none: it is only shown for the first answer that succeeds */
  readonly example?: unknown
}

/** An answer with its contents. */
export interface ShownAnswer extends Omit<Answered, 'contents'> {
  readonly contents: readonly ShownContent[]
}

/** An operation as pages show it, in HTML and in Markdown. */
export interface View {
  readonly operation: Operation
  readonly parts: Parts
  /** What the gateway adds, in sentences. */
  readonly notes: readonly string[]
  readonly causes: readonly CauseId[]
  /** Whether the gateway has a route for it, if that is known. */
  readonly isServed: boolean
  readonly body: readonly ShownContent[]
  readonly answers: readonly ShownAnswer[]
  readonly samples: readonly Sample[]
}

/** How many rows the schemas of a page have together, about, and how few and how many one of them has. */
const ROWS = { page: 450, least: 10, most: 100 } as const
/** How deep schemas are shown. */
const DEPTH = 6
/** The most contents, with different schemas, of a body or an answer. */
const MOST_CONTENTS = 3

/** The operations of a page, as they are shown. The more schemas a page has, the fewer rows each of them gets. */
export function viewsOf({ api }: ApiPlace, { document, follow }: Reference, page: ReferencePage): readonly View[] {
  const all = page.operations.map((operation) => ({ operation, parts: partsOf(document, operation, follow) }))
  const schemas = all.reduce(
    (sum, { parts: { body, answers } }) =>
      sum + (body?.contents.length ?? 0) + answers.reduce((some, { contents }) => some + contents.length, 0),
    0,
  )
  const rows = Math.max(ROWS.least, Math.min(ROWS.most, Math.floor(ROWS.page / Math.max(1, schemas))))
  const shown = (contents: readonly Content[]): ShownContent[] =>
    contents.slice(0, MOST_CONTENTS).map(({ types, schema }) => ({
      types,
      root: rowsOf(schema, follow, { rows, depth: DEPTH }),
    }))
  const context = { address: addressOf(api), access: accessOf(api), follow }
  return all.map(({ operation, parts }): View => {
    const served = api.routes && servedAs(api.routes, operation)
    const success = parts.answers.find(({ status, contents }) => /^2/.test(status) && contents.length > 0)
    return {
      ...{ operation, parts, body: shown(parts.body?.contents ?? []) },
      notes: notesOf(api, operation, served),
      causes: served?.causes ?? [],
      isServed: api.routes === undefined || served !== undefined,
      answers: parts.answers.map((answer) => {
        const contents = shown(answer.contents)
        const [first] = contents
        const [content] = answer.contents
        if (answer !== success || !first || !content) return { ...answer, contents }
        const example = exampleOf(content, follow, { depth: 5, values: 60 })
        return { ...answer, contents: [{ ...first, example }, ...contents.slice(1)] }
      }),
      samples: samplesOf(operation, parts, context),
    }
  })
}

/** Where requests go, unless it is a pattern. */
const addressOf = ({ address }: SiteApi): string | undefined =>
  address === undefined || /[*{<]/.test(address) ? undefined : address

/** How the samples prove who they are: as the first plan asks. */
function accessOf(api: SiteApi) {
  const modes = plansToChoose(api).map((plan) => plan.access_mode_configuration_type)
  return modes.includes('keyless') ? undefined : modes[0]
}

function notesOf(api: SiteApi, operation: Operation, served: ReturnType<typeof servedAs>): readonly string[] {
  const plans = plansToChoose(api)
  const covering = coveringPlans(api, operation)
  const names = covering.map(({ id, name }) => name || id)
  return [
    ...(operation.isDeprecated ? ['This operation is deprecated.'] : []),
    ...(api.routes && !served ? ['Not served at the moment: the gateway has no route for it.'] : []),
    ...(served?.isPreview ? ['In preview: only some consumers can use it.'] : []),
    ...(plans.length > 0 ? [names.length > 0 ? `Plans: ${names.join(', ')}.` : 'No plan covers this operation.'] : []),
    ...(served && served.limits.length > 0 ? [`Limits: ${served.limits.join('; ')}.`] : []),
  ]
}
