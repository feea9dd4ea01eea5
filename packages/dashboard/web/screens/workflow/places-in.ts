import type { TextPlace } from '../../code/places.ts'
import { below } from '../../values/pointer.ts'

/** Where the values of JSON text begin, by JSON Pointer. The text must be JSON. */
export function placesIn(text: string): ReadonlyMap<string, TextPlace> {
  const places = new Map<string, TextPlace>()
  const tokens = [...text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s[\]{}:,"]+/g)]
  const starts = lineStarts(text)
  let at = 0

  function read(pointer: string): void {
    const token = tokens[at++]
    if (!token) return
    places.set(pointer, placeAt(starts, token.index))
    if (token[0] === '{') readMembers(pointer)
    else if (token[0] === '[') readItems(pointer)
  }

  function readMembers(pointer: string): void {
    while (at < tokens.length && tokens[at]![0] !== '}') {
      const name = JSON.parse(tokens[at]![0]) as string
      at += 2 // the name and its colon
      read(below(pointer, name))
      if (tokens[at]?.[0] === ',') at++
    }
    at++
  }

  function readItems(pointer: string): void {
    for (let item = 0; at < tokens.length && tokens[at]![0] !== ']'; item++) {
      read(below(pointer, item))
      if (tokens[at]?.[0] === ',') at++
    }
    at++
  }

  read('')
  return places
}

/** Where each line begins. */
function lineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function placeAt(starts: readonly number[], offset: number): TextPlace {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (starts[middle]! <= offset) low = middle
    else high = middle - 1
  }
  return { line: low + 1, column: offset - starts[low]! + 1 }
}
