import { expect, it } from 'vitest'
import { script } from './script.ts'

/** Runs the script in a page with a block of code. Resolves with the button that it adds, after a click. */
async function clickCopy(navigator: object) {
  const selected: string[] = []
  const code = { textContent: 'secret', before: () => {} }
  const made: { textContent: string; click: () => unknown }[] = []
  const document = {
    querySelectorAll: (selector: string) => (selector === 'pre' ? [code] : []),
    createElement: () => {
      const one = {
        textContent: '',
        click: (): unknown => undefined,
        addEventListener: (_: string, act: () => unknown) => {
          one.click = act
        },
      }
      made.push(one)
      return one
    },
  }
  const getSelection = () => ({ selectAllChildren: (node: typeof code) => selected.push(node.textContent) })
  new Function('document', 'navigator', 'getSelection', script)(document, navigator, getSelection)
  await made[0]?.click()
  return { label: made[0]?.textContent, selected }
}

it('copies code, and selects it where the page may not copy', async () => {
  const copied: string[] = []
  const clipboard = { writeText: async (text: string) => copied.push(text) }
  expect(await clickCopy({ clipboard })).toEqual({ label: 'Copied', selected: [] })
  expect(copied).toEqual(['secret'])
  // Browsers have no clipboard in pages on plain http.
  expect(await clickCopy({})).toEqual({ label: 'Selected', selected: ['secret'] })
  const refuses = { writeText: () => Promise.reject(new Error('NotAllowedError')) }
  expect(await clickCopy({ clipboard: refuses })).toEqual({ label: 'Selected', selected: ['secret'] })
})
