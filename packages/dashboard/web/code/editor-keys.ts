import { defaultKeymap, historyKeymap, indentLess, indentMore, undo } from '@codemirror/commands'
import { type Command, EditorView, type KeyBinding } from '@codemirror/view'

/** The editors that Tab leaves at the moment. */
const free = new WeakSet<EditorView>()
/** The editors that a pointer was pressed on, since they were left. */
const pointed = new WeakSet<EditorView>()

const setFree = (view: EditorView, isFree: boolean) => {
  if (isFree) free.add(view)
  else free.delete(view)
  view.setTabFocusMode(isFree)
}

/** Makes Tab leave the editor until another key is pressed. The next Escape is left to the page: it closes a dialog. */
const freeTab: Command = (view) => {
  if (free.has(view)) return false
  setFree(view, true)
  return true
}

/** Undoes what was typed. If nothing is left to undo, the key does not undo the draft either. */
const undoTyped: Command = (view) => {
  undo(view)
  return true
}

const unlessReadOnly =
  (command: Command): Command =>
  (view) =>
    !view.state.readOnly && command(view)

/** The keys of the editor. Ctrl Enter is left to the page. */
export const editorKeys: readonly KeyBinding[] = [
  { key: 'Mod-z', run: unlessReadOnly(undoTyped) },
  ...historyKeymap,
  { key: 'Escape', run: unlessReadOnly(freeTab) },
  { key: 'Tab', run: unlessReadOnly(indentMore), shift: unlessReadOnly(indentLess) },
  ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter' && key !== 'Ctrl-m'),
]

const keepTab = new Set(['Tab', 'Escape', 'Control', 'Meta', 'Alt', 'Shift'])

/** Lets users who reach the editor by keyboard leave it by Tab, until they press another key. */
export const leavesByTab = EditorView.domEventObservers({
  mousedown: (_, view) => void pointed.add(view),
  blur: (_, view) => void pointed.delete(view),
  focus: (_, view) => setFree(view, !pointed.has(view)),
  keydown({ key }, view) {
    if (free.has(view) && !keepTab.has(key)) setFree(view, false)
  },
})
