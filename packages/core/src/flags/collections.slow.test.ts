import { join, relative } from 'node:path'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'
import { slices } from '../contract.ts'
import { kindsOf } from '../slice.ts'
import { collections } from './collections.ts'

const root = join(import.meta.dirname, '../../../..')
const src = join(root, 'packages/core/src')
const kinds = kindsOf(slices).map(({ plural }) => plural as string)

/** An expression that names a collection of a store. */
interface Naming {
  /** The file and the expression. */
  readonly place: string
  /** The collections that it can be; `undefined` if its type does not tell. */
  readonly names: readonly string[] | undefined
  /** Whether it passes on what a caller has named, or what a kind of records is called. */
  readonly isPassedOn: boolean
}

/** All expressions of the program that name a collection: in changes, where one is read, and as an argument. */
function namingsOf(program: ts.Program): Naming[] {
  const checker = program.getTypeChecker()
  const found: Naming[] = []

  function take(expression: ts.Expression): void {
    const type = checker.getTypeAtLocation(expression)
    const types = type.isUnion() ? type.types : [type]
    if (types.every(({ flags }) => flags & ts.TypeFlags.Object)) return
    const text = expression.getText()
    found.push({
      place: `${relative(src, expression.getSourceFile().fileName)}: ${text}`,
      names: types.every((one) => one.isStringLiteral()) ? types.map(({ value }) => value as string) : undefined,
      isPassedOn: /^(\w+\.)*(collection|plural)$/.test(text),
    })
  }

  function visitCall(call: ts.CallExpression): void {
    const { arguments: given } = call
    for (const [n, { name }] of (checker.getResolvedSignature(call)?.getParameters() ?? []).entries())
      if (name === 'collection' && given[n]) take(given[n])
  }

  function visit(node: ts.Node): void {
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'collection') take(node.initializer)
    if (ts.isShorthandPropertyAssignment(node) && node.name.text === 'collection') take(node.name)
    if (ts.isCallExpression(node)) visitCall(node)
    ts.forEachChild(node, visit)
  }

  for (const source of program.getSourceFiles()) if (source.fileName.startsWith(src)) visit(source)
  return found
}

/** A program of the sources of core, with a file more. */
function programWith(more: string | undefined): ts.Program {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const include = ['packages/core/src/index.ts', 'packages/core/src/entries/*.ts']
  const { fileNames, options } = ts.parseJsonConfigFileContent({ ...config, include }, ts.sys, root)
  const path = join(src, 'flags/more.ts')
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.fileExists = (name) => name === path || fileExists(name)
  host.getSourceFile = (name, target, ...rest) =>
    name === path ? ts.createSourceFile(name, more ?? '', target) : getSourceFile(name, target, ...rest)
  return ts.createProgram([...fileNames, path], options, host)
}

const undeclared = (namings: readonly Naming[]): string[] =>
  namings.flatMap(({ place, names = [] }) =>
    names.filter((name) => !(name in collections) && !kinds.includes(name)).map((name) => `${place} is ${name}`),
  )
const unknown = (namings: readonly Naming[]): string[] =>
  namings.filter(({ names, isPassedOn }) => !names && !isPassedOn).map(({ place }) => place)

describe('the table of collections', () => {
  let namings: readonly Naming[]
  beforeAll(() => {
    namings = namingsOf(
      programWith(`
        import type { Instance } from '../machine/records/hooks.ts'
        const NEW = 'new-marks'
        const at = (collection: string, key: string) => ({ op: 'delete', collection, key }) as const
        export async function forget({ store, note }: Instance, name: string) {
          if (await store.get(NEW, name)) await note([at('new-cursors', name)])
          await note([{ op: 'put', collection: 'new-leases', key: name, value: 1 }])
          await note([{ op: 'delete', collection: name, key: '' }])
        }`),
    )
  })
  const isNew = ({ place }: Naming) => place.startsWith('flags/more.ts')

  it('has every collection that the sources name, and all of them tell by their types which one they mean', () => {
    const own = namings.filter((one) => !isNew(one))
    expect(undeclared(own)).toEqual([])
    // The first is validated: a change names a kind.
    expect(unknown(own)).toEqual([
      'commits/handlers.ts: one.kind',
      "machine/records/nearest-record.ts: kind.plural ?? ''",
    ])
  })

  it('has no collection that the sources do not name', () => {
    const used = new Set(namings.flatMap(({ names = [] }) => names))
    expect(Object.keys(collections).filter((name) => !used.has(name))).toEqual([])
  })

  it('lacks what a new file adds, and this test says so', () => {
    const added = namings.filter(isNew)
    expect(undeclared(added).toSorted()).toEqual([
      "flags/more.ts: 'new-cursors' is new-cursors",
      "flags/more.ts: 'new-leases' is new-leases",
      'flags/more.ts: NEW is new-marks',
    ])
    expect(unknown(added)).toEqual(['flags/more.ts: name'])
  })
})
