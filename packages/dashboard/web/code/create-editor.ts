import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete'
import { history } from '@codemirror/commands'
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language'
import { Annotation, Compartment, EditorState, type Extension, Transaction } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { isSame } from '../values/is-same.ts'
import { type Complete, completing } from './complete.ts'
import { editorKeys, leavesByTab } from './editor-keys.ts'
import { type CodeLanguage, languages } from './languages.ts'
import { colors, look } from './look.ts'
import { marked, placeOf, setProblems } from './marks.ts'
import type { CodeProblem } from './places.ts'
import { textChange, withPlainBreaks } from './text-change.ts'
import { typeOver } from './type-over.ts'

/** What an editor shows. */
export interface Shown {
  readonly label: string
  /** Further words for screen readers. */
  readonly about: string
  readonly value: string
  readonly language: CodeLanguage
  readonly isReadOnly: boolean
  readonly isWrong: boolean
  readonly problems: readonly CodeProblem[]
  /** Proposes how the text goes on. */
  readonly complete: Complete | undefined
}

/** A code editor on the page. */
export interface Editor {
  /** Shows other values. The cursor and the selection stay with the text around them. */
  update(shown: Shown): void
  /** Moves the focus into the text, and the selection to the given offsets. */
  focus(selection?: readonly [from: number, to: number]): void
  /** Moves the focus to the place of a problem. */
  goTo(problem: CodeProblem): void
  destroy(): void
}

/** Marks changes that were not made in the editor. */
const fromOutside = Annotation.define<true>()

/**
 * Creates a code editor in a shadow root of the element: the policy of the page allows styles there only as adopted
 * style sheets. `onInput` is called with the text after each change that the user makes.
 */
export function createEditor(host: HTMLElement, first: Shown, onInput: (text: string) => void): Editor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open', delegatesFocus: true })
  const about = document.createElement('div')
  about.id = 'about'
  about.hidden = true
  let shown: Shown | undefined
  const language = new Compartment()
  const attributes = new Compartment()
  const view = new EditorView({
    root,
    state: EditorState.create({
      doc: first.value,
      extensions: [
        lineNumbers(),
        history(),
        indentUnit.of('  '),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        completing(() => shown?.complete),
        EditorView.lineWrapping,
        keymap.of([...closeBracketsKeymap, ...editorKeys]),
        leavesByTab,
        typeOver,
        look,
        colors,
        marked,
        language.of([]),
        attributes.of(attributesOf(first)),
        EditorView.updateListener.of(({ docChanged, transactions, state }) => {
          if (docChanged && transactions.some((one) => one.docChanged && !one.annotation(fromOutside)))
            onInput(state.doc.toString())
        }),
      ],
    }),
  })
  root.append(view.dom, about)

  /** Loads a language. Without it, the text is shown in one color. */
  const speak = async (name: CodeLanguage) => {
    const extension = await languages[name]().catch((): Extension => [])
    if (shown?.language !== name) return
    view.dispatch({ effects: language.reconfigure(extension) })
    view.dispatch({ effects: setProblems.of(shown.problems) })
  }

  const update = (next: Shown) => {
    const before = shown
    shown = next
    const change = textChange(view.state.doc.toString(), withPlainBreaks(next.value))
    if (change)
      view.dispatch({ changes: change, annotations: [fromOutside.of(true), Transaction.addToHistory.of(false)] })
    if (before?.language !== next.language) void speak(next.language)
    if (isOtherwise(before, next)) {
      about.textContent = next.about
      view.dispatch({ effects: attributes.reconfigure(attributesOf(next)) })
    }
    if (!isSame(before?.problems, next.problems)) view.dispatch({ effects: setProblems.of(next.problems) })
  }

  const focus = (selection?: readonly [from: number, to: number]) => {
    if (selection) {
      const [anchor, head] = selection
      view.dispatch({ selection: { anchor, head }, scrollIntoView: true })
    }
    view.focus()
  }

  update(first)
  return {
    update,
    focus,
    goTo(problem) {
      const offset = placeOf(view.state, problem)
      focus(offset === undefined ? undefined : [offset, offset])
    },
    destroy: () => view.destroy(),
  }
}

const isOtherwise = (before: Shown | undefined, next: Shown): boolean =>
  (['label', 'about', 'isReadOnly', 'isWrong'] as const).some((name) => before?.[name] !== next[name])

const attributesOf = ({ label, isReadOnly, isWrong }: Shown): Extension => [
  EditorState.readOnly.of(isReadOnly),
  EditorView.editable.of(!isReadOnly),
  EditorView.contentAttributes.of({
    'aria-label': label,
    'aria-describedby': 'about',
    'aria-invalid': String(isWrong),
    spellcheck: 'false',
    autocapitalize: 'off',
    dir: 'ltr',
    ...(isReadOnly && { tabindex: '0' }),
  }),
]
