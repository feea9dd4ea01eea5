import { syntaxTree } from '@codemirror/language'
import { type EditorState, type Range, RangeSet, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutterLineClass } from '@codemirror/view'
import { type CodeProblem, offsetOf } from './places.ts'

/** Replaces the problems that are marked. */
export const setProblems = StateEffect.define<readonly CodeProblem[]>()

/** The problems of the text. Their marks move with it, until others are set. */
export const marked = StateField.define<{ readonly lines: RangeSet<GutterMarker>; readonly parts: DecorationSet }>({
  create: () => ({ lines: RangeSet.empty, parts: Decoration.none }),
  update(value, { changes, effects, state }) {
    const set = effects.find((effect) => effect.is(setProblems))
    if (set) return marksOf(state, set.value)
    return changes.empty ? value : { lines: value.lines.map(changes), parts: value.parts.map(changes) }
  },
  provide: (field) => [
    EditorView.decorations.from(field, ({ parts }) => parts),
    gutterLineClass.from(field, ({ lines }) => lines),
  ],
})

const wrongNumber = new (class extends GutterMarker {
  override elementClass = 'wrong'
})()
const wrongLine = Decoration.line({ class: 'wrong-line' })

function marksOf(state: EditorState, problems: readonly CodeProblem[]) {
  const lines: Range<GutterMarker>[] = []
  const parts: Range<Decoration>[] = []
  for (const problem of problems) {
    const offset = placeOf(state, problem)
    if (offset === undefined) continue
    const line = state.doc.lineAt(offset)
    lines.push(wrongNumber.range(line.from))
    parts.push(wrongLine.range(line.from))
    const word = state.wordAt(offset)
    const end = Math.min(line.to, Math.max(offset + 1, word?.from === offset ? word.to : 0))
    const start = Math.min(offset, Math.max(line.from, end - 1))
    if (start < end)
      parts.push(Decoration.mark({ class: 'wrong-part', attributes: { title: problem.message } }).range(start, end))
  }
  return { lines: RangeSet.of(lines, true), parts: Decoration.set(parts, true) }
}

/** The offset of a problem. If its place is unknown, it is where the syntax is wrong first, if that is known. */
export function placeOf(state: EditorState, { place }: CodeProblem): number | undefined {
  if (place) return offsetOf(state.doc.toString(), place)
  let found: number | undefined
  syntaxTree(state).iterate({
    enter({ type, from }) {
      if (type.isError) found ??= from
      return found === undefined
    },
  })
  return found
}
