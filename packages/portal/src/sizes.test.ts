import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { stylesheet } from './pages/style.ts'
import { createBox, openPortal, publish } from './published.fixture.ts'

/** What a program loads for an entry, minified and compressed, without the packages that it has anyway. */
async function sizeOf(entry: string): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: [new URL(entry, import.meta.url).pathname],
    ...{ bundle: true, minify: true, write: false, format: 'esm', platform: 'neutral', mainFields: ['module', 'main'] },
    external: ['@signalbox/core/*', '@signalbox/hono/*', 'hono', 'hono/*', './fonts.ts'],
  })
  return gzipSync(outputFiles[0]?.contents ?? '').length
}

it('the pages, with the parser of Markdown, are a small load', async () => {
  expect(await sizeOf('./pages/index.ts')).toBeLessThan(80 * 1024)
  expect(await sizeOf('./index.ts')).toBeLessThan(98 * 1024)
})

it('the first page and its stylesheet are below 30 KiB, compressed', async () => {
  const box = createBox()
  await publish(box, { documentation: { home: { text_content: '# Invoices\n\nBy API.' } } })
  const page = await (await openPortal(box)('/billing/')).text()
  const bytes = gzipSync(page).length + gzipSync(stylesheet().text).length
  console.log(
    `The first page has ${(bytes / 1024).toFixed(1)} KiB with its stylesheet, compressed, without fonts: the goal is 30`,
  )
  expect(bytes).toBeLessThan(30 * 1024)
})
