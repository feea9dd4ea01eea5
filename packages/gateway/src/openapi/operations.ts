import { isObject, type JsonObject } from '@signalbox/core/gateway'
import type { OpenApiDocument, Place } from '../documents/document.ts'
import { below } from '../documents/pointer.ts'
import type { Operation } from './operation.ts'
import { createPathTemplates } from './path-templates.ts'
import { readOperation } from './read-operation.ts'

/** The operation of a request and its path parameters; or the methods of its path, if it has others; or nothing. */
export type FoundOperation =
  | { readonly operation: Operation; readonly params: Readonly<Record<string, string>> }
  | { readonly allowed: readonly string[] }
  | undefined

/** Finds operations of a document. */
export interface Operations {
  /** Finds the operation of a method and a path. A HEAD without an operation of its own has that of GET. */
  find(method: string, path: string): FoundOperation
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']

/** The operations of a document, found by path. Each is read when it is used first. */
export const operationsOf = (document: OpenApiDocument): Operations => document.kept(key, createOperations)

const key = Symbol('operations')

function createOperations(document: OpenApiDocument): Operations {
  const { paths } = document.root
  const templates = createPathTemplates<{ readonly template: string; readonly pointer: string }>()
  for (const template of Object.keys(isObject(paths) ? paths : {}))
    if (!template.startsWith('x-')) templates.add(template, { template, pointer: below('/paths', template) })
  const prefixes = basePaths(document.root)
  const items = new Map<string, Place>()
  const known = new Map<string, Operation>()

  function read(method: string, { template, pointer }: { template: string; pointer: string }, item: Place): Operation {
    const name = `${method} ${pointer}`
    const operation = known.get(name) ?? readOperation(document, { method, template, item })
    known.set(name, operation)
    return operation
  }

  function findAt(method: string, path: string): FoundOperation {
    const match = templates.find(path)
    if (!match) return undefined
    const { value, params } = match
    const item = items.get(value.pointer) ?? document.at(value.pointer)
    items.set(value.pointer, item)
    const there = methodsOf(item)
    const used = there.includes(method) ? method : method === 'HEAD' && there.includes('GET') ? 'GET' : undefined
    return used === undefined ? { allowed: there } : { operation: read(used, value, item), params }
  }

  return {
    find(method, path) {
      let found = findAt(method, path)
      for (const prefix of prefixes) {
        if (found && 'operation' in found) return found
        const isBelow = path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/')
        if (isBelow) found = findAt(method, path.slice(prefix.length) || '/') ?? found
      }
      return found
    },
  }
}

function methodsOf({ value }: Place): readonly string[] {
  if (!isObject(value)) return []
  const more = isObject(value.additionalOperations) ? Object.keys(value.additionalOperations) : []
  return [...methods.filter((method) => isObject(value[method])).map((method) => method.toUpperCase()), ...more]
}

/** The paths of the servers of a document, which requests may have before the paths of the document. */
function basePaths({ servers, basePath }: JsonObject): readonly string[] {
  const urls = Array.isArray(servers) ? servers.map((one) => (isObject(one) ? String(one.url ?? '') : '')) : []
  const found = [...urls.map(pathOf), typeof basePath === 'string' ? basePath : '']
  return [...new Set(found.map((path) => path.replace(/\/+$/, '')).filter((path) => path.startsWith('/')))]
}

const pathOf = (url: string): string => url.replace(/^([a-z][a-z\d+.-]*:)?\/\/[^/]*/i, '').replace(/[?#].*$/s, '')
