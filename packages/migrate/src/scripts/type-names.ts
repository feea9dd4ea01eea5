import type { Type } from './expression.ts'

/** The types of variables as they are written, by the type of the value. */
export const kotlinTypes: Readonly<Record<Type, readonly string[]>> = {
  context: ['JsonNode'],
  node: ['JsonNode?', 'JsonNode'],
  path: ['JsonNode'],
  text: ['String', 'String?'],
  'text?': ['String?'],
  boolean: ['Boolean', 'Boolean?'],
  'boolean?': ['Boolean?'],
  texts: ['List<String>', 'Set<String>'],
  test: [],
  callback: [],
  null: [],
}

/** The types of values as they are written, by the type of the value. */
export const scalaTypes: Readonly<Record<Type, readonly string[]>> = {
  context: ['JsObject'],
  node: ['JsLookupResult'],
  path: [],
  text: ['String'],
  'text?': ['Option[String]'],
  boolean: ['Boolean'],
  'boolean?': ['Option[Boolean]'],
  texts: ['Seq[String]', 'List[String]', 'Set[String]', 'Vector[String]'],
  test: [],
  callback: [],
  null: [],
}

/** What values of Kotlin are called in reasons. */
export const kotlinNames = {
  context: 'the context',
  node: 'a JsonNode',
  path: 'a JsonNode',
  text: 'a String',
  'text?': 'a String?',
  boolean: 'a Boolean',
  'boolean?': 'a Boolean?',
  texts: 'a list',
  test: 'a function',
  callback: 'a callback',
  null: 'null',
} as const satisfies Record<Type, string>

/** What values of Scala are called in reasons. */
export const scalaNames = {
  context: 'the context',
  node: 'the result of a lookup',
  path: 'the result of a lookup',
  text: 'a String',
  'text?': 'an Option[String]',
  boolean: 'a Boolean',
  'boolean?': 'an Option[Boolean]',
  texts: 'a list',
  test: 'a function',
  callback: 'a callback',
  null: 'None',
} as const satisfies Record<Type, string>
