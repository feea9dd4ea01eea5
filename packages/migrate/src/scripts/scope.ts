import { call, type Expression, quoted, type Type } from './expression.ts'
import { type HelperName, helpers } from './helpers.ts'

/** What the names of a script stand for, and what its translation uses. */
export interface Scope {
  /** The value of a name; `undefined` for an unknown one. */
  find(name: string): Expression | undefined
  /** Declares a value, and returns its name in JavaScript; `undefined` if the name is taken. */
  declare(name: string, value: Pick<Expression, 'type' | 'path'>): string | undefined
  /** Returns a scope for a block inside of this one. */
  inner(): Scope
  /** Writes the member of a JSON value. */
  member(of: Expression, name: string, type: 'node' | 'path'): Expression
  /** Writes a call of a function that is added to the translation. */
  help(name: HelperName, argument: string, type: Type): Expression
  /** Remembers a text that something is compared with. */
  compared(text: string): void
}

/** What was used in a scope and in all scopes inside of it. */
export interface Used {
  readonly helpers: ReadonlySet<HelperName>
  /** The members of the context that decide, as paths. */
  readonly paths: readonly (readonly string[])[]
  readonly texts: ReadonlySet<string>
}

/** Creates the scope of a script. */
export function createScope(): Scope & { readonly used: Used } {
  const used = { helpers: new Set<HelperName>(), paths: [] as (readonly string[])[], texts: new Set<string>() }
  const written = new Set<string>([...reserved, ...Object.keys(helpers)])

  const scopeOver = (outer: ReadonlyMap<string, Expression>): Scope => {
    const names = new Map(outer)
    const scope: Scope = {
      find: (name) => names.get(name),
      declare(name, value) {
        if (names.has(name)) return undefined
        let own = name
        while (written.has(own) || [...names.values()].some(({ js }) => js === own)) own += '_'
        names.set(name, call(own, value.type, value.path && { path: value.path }))
        return own
      },
      inner: () => scopeOver(names),
      member(of, name, type) {
        const path = [...(of.path ?? []), name]
        used.paths.push(path)
        return { ...scope.help('member', `${of.js}, ${quoted(name)}`, type), path }
      },
      help(name, argument, type) {
        used.helpers.add(name)
        return call(`${name}(${argument})`, type)
      },
      compared: (text) => void used.texts.add(text),
    }
    return scope
  }
  return { ...scopeOver(new Map()), used }
}

/** Words that are no names in JavaScript, and globals that the translation uses. */
const reserved = [
  ...['arguments', 'await', 'break', 'case', 'catch', 'class', 'const', 'continue', 'debugger', 'default', 'delete'],
  ...['do', 'else', 'enum', 'eval', 'export', 'extends', 'false', 'finally', 'for', 'function', 'if', 'implements'],
  ...['import', 'in', 'instanceof', 'interface', 'let', 'new', 'null', 'package', 'private', 'protected', 'public'],
  ...['return', 'static', 'super', 'switch', 'this', 'throw', 'true', 'try', 'typeof', 'undefined', 'var', 'void'],
  ...['while', 'with', 'yield', 'Array', 'Error', 'Object', 'String'],
]
