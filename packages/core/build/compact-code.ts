/**
 * Makes generated validators smaller: nobody asks where in a schema something fails, errors are collected in fewer words, and of schemas
 * remains what errors show, without the descriptions beside it.
 */
export function compactCode(code: string): string {
  const schemas = new Map([...code.matchAll(DECLARED)].map(([, name = '', json = '']) => [name, json]))
  return code
    .replaceAll(/schemaPath:"[^"]*",/g, '')
    .replaceAll(
      /if\(vErrors === null\)\{vErrors = \[(\w+)\];\}else \{vErrors\.push\(\1\);\}/g,
      '(vErrors ??= []).push($1);',
    )
    .replaceAll(USED, (all, name: string, path: string) => {
      const json = schemas.get(name)
      return json === undefined ? all : JSON.stringify(memberOf(JSON.parse(json), path))
    })
}

/** A schema as the code of ajv declares it: JSON on one line, with a statement behind it. */
const DECLARED = /\bconst (schema\d+) = (\{.*?\});(?=function |const |export |let |\n|$)/g

/** A member of it: `schema3.properties.kind.enum`, `schema3.oneOf[1]["x-kind"]`. */
const USED = /\b(schema\d+)((?:\.[A-Za-z_$][\w$]*|\[\d+\]|\["[^"\\]+"\])+)/g

function memberOf(schema: unknown, path: string): unknown {
  const steps = path.matchAll(/\.([\w$]+)|\[(\d+)\]|\["([^"]+)"\]/g)
  return [...steps].reduce<unknown>(
    (value, step) => (value as Record<string, unknown>)[(step[1] ?? step[2] ?? step[3])!],
    schema,
  )
}
