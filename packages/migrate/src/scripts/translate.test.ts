import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contexts, kotlinConditions, type Part, scalaConditions } from './scripts.fixture.ts'
import type { Language } from './tokens.ts'
import { translateScript } from './translate.ts'

const heads = {
  kotlin: 'fun enabled(context: JsonNode, enabled: () -> Unit, disabled: () -> Unit, wsClient: WSClient)',
  scala: `def enabled(context: play.api.libs.json.JsObject, enabled: () => Unit, disabled: () => Unit,
  http: play.api.libs.ws.WSClient)(implicit ec: ExecutionContext): Unit =`,
} as const satisfies Record<Language, string>

const program = (language: Language, body: string) => `${heads[language]} {\n${body}\n}`

/** What a program of JavaScript decides: its first callback, or that it fails. */
function decide(script: string, context: unknown): boolean | 'none' | 'failed' {
  let decision: boolean | undefined
  const by = (active: boolean) => () => {
    decision ??= active
  }
  try {
    new Function(`"use strict"; ${script}; return enabled`)()(context, by(true), by(false))
  } catch {
    return decision ?? 'failed'
  }
  return decision ?? 'none'
}

function expected(condition: Part<boolean>, context: unknown): boolean | 'failed' {
  try {
    return condition.in(context)
  } catch {
    return 'failed'
  }
}

const translated = (language: Language, source: string): string => {
  const result = translateScript(source, language)
  return 'script' in result ? result.script : expect.fail(`line ${result.line}: ${result.reason}\n${source}`)
}

const reasonOf = (language: Language, source: string) => {
  const result = translateScript(source, language)
  return 'script' in result ? result.script : [result.line, result.reason]
}

describe.each([
  ['kotlin', kotlinConditions],
  ['scala', scalaConditions],
] as const)('a condition in %s', (language, conditions) => {
  it('has the value in JavaScript that it has by the meaning of its parts', () => {
    fc.assert(
      fc.property(conditions, fc.array(contexts, { minLength: 4, maxLength: 12 }), (condition, samples) => {
        const script = translated(language, program(language, `if (${condition.text}) enabled() else disabled()`))
        for (const context of samples)
          expect([condition.text, decide(script, context)]).toEqual([condition.text, expected(condition, context)])
      }),
      { numRuns: 1_000 },
    )
  })

  it('has it in nested conditions, with values of variables', () => {
    fc.assert(
      fc.property(conditions, conditions, conditions, contexts, (first, second, third, context) => {
        const body = `if (${first.text}) {
          val inner = ${second.text}
          if (inner) { enabled(); return }
          else if (${third.text}) disabled()
        } else if (!(${second.text})) { enabled() } else { return disabled() }`
        const script = translated(language, program(language, body))
        const meaning = (): boolean | 'none' => {
          if (!first.in(context)) return !second.in(context)
          return second.in(context) || (third.in(context) ? false : 'none')
        }
        const wanted = (() => {
          try {
            return meaning()
          } catch {
            return 'failed'
          }
        })()
        expect(decide(script, context)).toBe(wanted)
      }),
      { numRuns: 300 },
    )
  })
})

describe('the scripts of the templates', () => {
  const kotlin = program(
    'kotlin',
    '    if (context.get("user")?.asText()?.contains("john.doe@gmail.com") ?: false) enabled() else disabled()',
  )
  const scala = program(
    'scala',
    '  if ((context \\ "user").asOpt[String].contains("john.doe@gmail.com")) {\n enabled() } else {\n disabled() }',
  )

  it('read like scripts that someone wrote in JavaScript', () => {
    expect(translated('kotlin', kotlin)).toContain(`function enabled(context, enabled, disabled) {
  if (textOf(member(context, "user"))?.includes("john.doe@gmail.com") ?? false) {
    enabled()
  } else {
    disabled()
  }
}
`)
    expect(translated('scala', scala)).toContain(`function enabled(context, enabled, disabled) {
  if (stringOf(member(context, "user")) === "john.doe@gmail.com") {
    enabled()
  } else {
    disabled()
  }
}
`)
  })

  it('keep comments, and the order of what they belong to', () => {
    const source = `// Who tests
import com.fasterxml.jackson.databind.JsonNode
${heads.kotlin} {
  /* by name
     only */
  val user = context.get("user")
  if (user != null && user.asText() == "ann") { // Ann
    enabled()
  }
  // nobody else
  disabled()
  // done
}`
    const [script] = translated('kotlin', source).split('\n\n')
    expect(script).toBe(`// Who tests
function enabled(context, enabled, disabled) {
  // by name
  // only
  const user = member(context, "user")
  if (user !== undefined && textOf(present(user)) === "ann") {
    // Ann
    enabled()
  }
  // nobody else
  disabled()
  // done
}`)
  })

  it('may have other names, also those that are reserved in JavaScript', () => {
    const source = `fun enabled(ctx: com.fasterxml.jackson.databind.JsonNode, yes: () -> Unit, delete: () -> Unit) {
  val member = ctx.get("a")?.asText()
  if (member == "x") yes() else delete()
}`
    const script = translated('kotlin', source)
    expect([decide(script, { a: 'x' }), decide(script, { a: 'y' }), decide(script, {})]).toEqual([true, false, false])
  })
})

describe('a script is left alone, with the line and the reason,', () => {
  it.each<[what: string, body: string, line: number, reason: string]>([
    ['for HTTP calls', 'wsClient.url("https://a.example").get()', 2, 'wsClient'],
    ['for a loop', 'for (x in listOf("a")) enabled()', 2, 'for'],
    ['for numbers', 'if (context.get("age")?.asInt() ?: 0 >= 18) enabled()', 2, 'asInt of a JsonNode'],
    [
      'for a text with an expression',
      '\nif (context.get("a")?.asText() == "$x") enabled()',
      3,
      'a text with $, which contains an expression',
    ],
    [
      'for other options of a method',
      'if (context.path("a").asText().contains("x", true)) enabled()',
      2,
      ', where ) is expected',
    ],
    [
      'for a condition that may be null',
      'if (context.get("a")?.asText()?.contains("x")) enabled()',
      2,
      'a condition that is not a Boolean',
    ],
    [
      'for a comparison of unlike things',
      'if (context.get("a") == "x") enabled()',
      2,
      'a comparison of a JsonNode and a String',
    ],
    [
      'for a callback that is not called',
      'if (context.get("a")?.asText() == enabled) enabled()',
      2,
      'a comparison of a String? and a callback',
    ],
    ['for a variable that changes', 'var a = true\nenabled()', 2, 'var'],
    ['for a name that is declared twice', 'val a = true\nval a = false', 3, 'a second declaration of a'],
    ['for an unknown name', 'if (user) enabled()', 2, 'user'],
    ['for a lambda in place of a block', '{ enabled() }', 2, 'a block without a condition'],
    ['for an operator that begins a line', 'val a = context.get("a")?.asText()\n== "x"', 3, '=='],
    ['for an unbalanced text', 'if (context.has("a)) enabled()', 2, 'a text without an end'],
    ['for letters of no program', 'enabled() // ü\né', 3, 'the character "é"'],
  ])('%s, in Kotlin', (_, body, line, reason) => {
    expect(reasonOf('kotlin', program('kotlin', body))).toEqual([line, expect.stringContaining(reason)])
  })

  it.each<[what: string, body: string, line: number, reason: string]>([
    ['for other types', 'if ((context \\ "age").asOpt[Int].contains(1)) enabled()', 3, 'asOpt[Int]'],
    ['for lookups in depth', 'if ((context \\\\ "a").isEmpty) enabled()', 3, '\\\\ where ) is expected'],
    [
      'for a method of a text by precedence',
      'if ((context \\ "a".asOpt[String]).isEmpty) enabled()',
      3,
      'a method of a text after \\',
    ],
    [
      'for an option compared with a text',
      'if ((context \\ "a").asOpt[String] == "x") enabled()',
      3,
      'a comparison of an Option[String] and a String',
    ],
    [
      'for a function within parentheses',
      'if ((context \\ "a").asOpt[String].exists((_ == "x") || true)) enabled()',
      3,
      '_',
    ],
    [
      'for two parameters',
      'if ((context \\ "a").asOpt[String].exists(_ == "x" || _ == "y")) enabled()',
      3,
      'a value where a function is expected',
    ],
    ['for pattern matching', '(context \\ "a") match { case _ => enabled() }', 3, '('],
  ])('%s, in Scala', (_, body, line, reason) => {
    expect(reasonOf('scala', program('scala', body))).toEqual([line, expect.stringContaining(reason)])
  })

  it.each([
    ['another function', 'fun helper() {}', [1, 'the function helper; only enabled is called']],
    [
      'a Map as the context',
      'fun enabled(c: Map<String, Any?>, e: () -> Unit, d: () -> Unit) {}',
      [1, ', where > is expected'],
    ],
    ['an import of unknown names', 'import com.acme.contains\n', [2, 'the import of com.acme.contains']],
    ['no text at all', '', [1, 'the end where fun is expected']],
    ['what follows', `${program('kotlin', 'enabled()')}\nfun more() {}`, [4, 'fun after the function']],
  ])('for %s', (_, source, reason) => {
    expect(reasonOf('kotlin', source)).toEqual(reason)
  })

  it('whatever the text is', () => {
    const pieces = [
      ...'(){}"\\.?:!&|=<>[],;\n _x',
      'context',
      'enabled()',
      'if',
      'else',
      'val',
      '"a"',
      '/*',
      '*/',
      '//',
    ]
    const noise = fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.constantFrom('kotlin', 'scala'), noise, (language, body) => {
        const result = translateScript(program(language, body), language)
        if ('script' in result) expect(() => new Function(result.script)).not.toThrow()
        else expect(result.line).toBeGreaterThan(0)
      }),
      { numRuns: 2_000 },
    )
  })
})
