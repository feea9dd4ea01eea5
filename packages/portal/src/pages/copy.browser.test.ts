import { expect, it, onTestFinished } from 'vitest'
import { open } from '../../../dashboard/web/browser.fixture.ts'
import { script } from './script.ts'
import { stylesheet } from './style.ts'

it.each([390, 1280])('the button that copies does not cover a secret: %i px', async (width) => {
  const page = await open('about:blank', { width })
  onTestFinished(() => page.close())
  await page.setContent(
    `<style>${stylesheet().text}</style><main><h2>Client secret</h2><pre class="wrap"><code>${'mW'.repeat(400)}</code></pre></main><script>${script}</script>`,
  )
  const covered = await page.evaluate(() => {
    const button = document.querySelector('.copy')?.getBoundingClientRect()
    const range = document.createRange()
    range.selectNodeContents(document.querySelector('code') as Node)
    return [...range.getClientRects()].filter(
      (line) =>
        button &&
        line.left < button.right &&
        line.right > button.left &&
        line.top < button.bottom &&
        line.bottom > button.top,
    ).length
  })
  expect(covered).toBe(0)
})
