import type { ApiDefinition } from '@signalbox/core/gateway'
import { pathOf } from '../paths.ts'
import { pagesOf, titleOf } from '../place.ts'
import { type Document, followIn, readOperations } from '../reference/read-operations.ts'
import { partsOf } from '../reference/read-parts.ts'
import type { Documentation, Plan } from '../site.ts'

/** What consumers notice of a deployment. Nothing else of its definition is kept. */
export interface Facts {
  readonly plans: readonly Plan[]
  /** The pages by their path, each with its title and its content. */
  readonly pages: ReadonlyMap<string, { readonly title: string; readonly content: string }>
  readonly operations: OperationFacts
}

/** The operations of a document, or the routes, by method and path: with what requests need. */
export interface OperationFacts {
  readonly from: 'document' | 'routes'
  readonly all: ReadonlyMap<string, OperationFact>
}

/** An operation, or a route. */
export interface OperationFact {
  readonly method: string
  readonly path: string
  /** The parameters that requests must have, in words. */
  readonly required: readonly string[]
}

/** The document of a definition; empty if it has none. */
export interface DocumentFacts {
  readonly operations?: OperationFacts
  readonly openapiPath?: readonly string[]
}

/** What consumers notice of a definition and its document. */
export function factsOfDefinition(definition: ApiDefinition, { operations, openapiPath }: DocumentFacts): Facts {
  const documentation: Documentation = definition.documentation ?? {}
  const { plans = [], home } = documentation
  const pages = pagesOf({ documentation, ...(openapiPath && { openapiPath }) }).map(
    ({ resource, path }) => [path.join('/'), { title: titleOf(resource), content: JSON.stringify(resource) }] as const,
  )
  return {
    plans: plans.filter(({ status }) => status === 'published' || status === 'deprecated'),
    pages: new Map([
      ...(home
        ? [['', { title: home.title || pathOf(home)?.at(-1) || '', content: JSON.stringify(home) }] as const]
        : []),
      ...pages,
    ]),
    operations: operations ?? operationsOfRoutes(definition),
  }
}

/** The operations of a document. */
export function operationsOfDocument(document: Document): OperationFacts {
  const follow = followIn(document)
  const all = readOperations(document, follow).map((operation) => {
    const { parameters, body } = partsOf(document, operation, follow)
    const required = parameters
      .filter((one) => one.isRequired && one.in !== 'path')
      .map(({ name, in: at }) => `the ${at} parameter ${name}`)
    const fact = {
      method: operation.method,
      path: operation.path,
      required: body?.isRequired ? [...required, 'a body'] : required,
    }
    return [keyOf(fact), fact] as const
  })
  return { from: 'document', all: new Map(all) }
}

function operationsOfRoutes({ routes = [] }: ApiDefinition): OperationFacts {
  const all = routes
    .filter(({ enabled = true }) => enabled)
    .flatMap(({ frontend: { paths = [], methods = [] } = {} }) =>
      paths.flatMap((path) =>
        (methods.length > 0 ? methods : ['*']).map((method) => {
          const fact = { method: method.toUpperCase(), path, required: [] }
          return [keyOf(fact), fact] as const
        }),
      ),
    )
  return { from: 'routes', all: new Map(all) }
}

/** Equal for two operations that take the same requests: names of parameters do not count. */
const keyOf = ({ method, path }: Pick<OperationFact, 'method' | 'path'>): string =>
  `${method} ${path.replace(/\{[^{}]*\}/g, '{}').replace(/\/:\w+/g, '/{}')}`
