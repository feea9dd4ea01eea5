import { beforeEach, inject } from 'vitest'

/** Skips the tests of a file where there is no browser. */
const browser = inject('browser')
if ('missing' in browser) beforeEach(({ skip }) => skip(browser.missing))
