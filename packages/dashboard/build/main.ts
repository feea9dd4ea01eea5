/** Builds the page, if its sources have changed. */
import { buildPage } from './build-page.ts'

const from = performance.now()
if (await buildPage()) console.log(`Built the dashboard in ${((performance.now() - from) / 1000).toFixed(1)} s`)
