import { existsSync } from 'node:fs'

/** Chromium without windows, which takes a quarter of the CPU time for each page, and Chromium. */
const places = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** The browser of the tests: `CHROMIUM`, or one from Debian. It may be missing. */
export const executablePath = process.env.CHROMIUM ?? places.find((place) => existsSync(place)) ?? '/usr/bin/chromium'
