import { EditorView } from '@codemirror/view'

/**
 * Replaces selected text by what is typed. Chromium by itself would keep the look of the removed text, by an inline
 * style, which the policy of the page reports.
 */
export const typeOver = EditorView.domEventHandlers({
  beforeinput({ inputType, data }, view) {
    const [from, to] = selectedIn(view)
    if (inputType !== 'insertText' || data === null || from === to || view.composing) return false
    const text = view.state.toText(data)
    const insert = () =>
      view.state.update({
        changes: { from, to, insert: text },
        selection: { anchor: from + text.length },
        userEvent: 'input.type',
        scrollIntoView: true,
      })
    const handlers = view.state.facet(EditorView.inputHandler)
    if (!handlers.some((handle) => handle(view, from, to, data, insert))) view.dispatch(insert())
    return true
  },
})

/** What is selected. The browser may know it before the editor does; not every browser tells it of a shadow root. */
function selectedIn(view: EditorView): readonly [from: number, to: number] {
  const { contentDOM, state } = view
  const selection = (view.root as Partial<Pick<Document, 'getSelection'>>).getSelection?.()
  const { anchorNode, focusNode, anchorOffset = 0, focusOffset = 0 } = selection ?? {}
  const { from, to } = state.selection.main
  if (!anchorNode || !focusNode || !contentDOM.contains(anchorNode) || !contentDOM.contains(focusNode))
    return [from, to]
  const ends = [view.posAtDOM(anchorNode, anchorOffset), view.posAtDOM(focusNode, focusOffset)] as const
  return [Math.min(...ends), Math.max(...ends)]
}
