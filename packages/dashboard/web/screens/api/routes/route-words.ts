import { counted, listed } from '../../../words/words.ts'
import { conditionWords } from './conditions.ts'
import type { Journey, Route } from './journey.ts'

/** A piece of a sentence: words, or a text that stands for itself, such as an address. */
export type Piece = string | { readonly code: string }

/** The most paths of a route that are told one by one. */
const MOST = 3

/** What a route does with each kind of request: `GET api.shop.example/billing/invoices/42 reaches main at /invoices/42.` */
export function routeSentences(route: Route, journeys: readonly Journey[]): Piece[][] {
  const { backend, frontend: { methods = [], headers = {}, query = {} } = {} } = route
  const told = journeys.slice(0, MOST)
  const conditions = [...wordsOf('header', headers), ...wordsOf('query parameter', query)]
  const prefixes = told.filter(({ isPrefix }) => isPrefix).length
  return [
    ...told.map(({ from, to }): Piece[] => [
      ...subject(methods),
      { code: from },
      ...(from.startsWith('/') ? [' on any domain'] : []),
      ...(backend === undefined
        ? [' has no backend: a plugin of its flow must answer.']
        : [' reaches ', { code: backend }, ' at ', { code: to }, '.']),
    ]),
    ...(prefixes > 0 ? [[`So do paths under ${told.length > 1 ? 'them' : 'it'}.`]] : []),
    ...(journeys.length > MOST ? [[`${counted(journeys.length - MOST, 'more path')}.`]] : []),
    ...(conditions.length > 0 ? [[`Only if ${listed(conditions)}.`]] : []),
  ]
}

/** A sentence as plain text. */
export const textOf = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : piece.code)).join('')

/** The methods of a route in a few words: `GET, POST`. */
export const methodsText = ({ frontend: { methods = [] } = {} }: Pick<Route, 'frontend'>): string =>
  methods.length === 0 ? 'Any' : methods.map((method) => method.toUpperCase()).join(', ')

const subject = (methods: readonly string[]): Piece[] =>
  methods.length === 0
    ? ['Any request to ']
    : [...methods.flatMap((method, i): Piece[] => [...(i > 0 ? [' or '] : []), { code: method.toUpperCase() }]), ' ']

const wordsOf = (what: string, conditions: Readonly<Record<string, string>>) =>
  Object.entries(conditions).map(([name, condition]) => `the ${what} ${name} ${conditionWords(condition)}`)
