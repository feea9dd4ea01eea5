#!/usr/bin/env node
// Adds to package-lock.json the optional packages of other platforms that npm left out because the configured registry
// does not offer them. Without them `npm ci` refuses the lock file (npm/cli issue 9846). Run it after a package was
// added.
import { readFileSync, writeFileSync } from 'node:fs'

const file = 'package-lock.json'
const lock = JSON.parse(readFileSync(file, 'utf8'))

const platforms = {
  os: { words: 'aix android darwin freebsd linux netbsd openbsd openharmony sunos win32'.split(' ') },
  cpu: { words: 'arm arm64 ia32 loong64 mips64el ppc64 riscv64 s390x wasm32 x64'.split(' ') },
  libc: {
    words: ['gnu', 'gnueabihf', 'musl', 'musleabihf'],
    name: (word) => (word.startsWith('musl') ? 'musl' : 'glibc'),
  },
}

const added = []
for (const [path, { dev, optionalDependencies = {} }] of Object.entries(lock.packages))
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (!/^\d/.test(version) || placesSeenFrom(path).some((place) => `${place}node_modules/${name}` in lock.packages))
      continue
    const { os, cpu, libc } = platformOf(name)
    lock.packages[`node_modules/${name}`] = { version, cpu, dev, libc, optional: true, os }
    added.push(`${name}@${version}`)
  }
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(added.length === 0 ? `${file} is complete` : `Added to ${file}:\n${added.join('\n')}`)

/** Where a package looks for others: in its own folder, in those around it, and at the root. */
function placesSeenFrom(path) {
  const folders = path === '' ? [] : path.split('/node_modules/')
  return ['', ...folders.map((_, i) => `${folders.slice(0, i + 1).join('/node_modules/')}/`)]
}

/** The platform that the name of a package of binaries tells. */
function platformOf(name) {
  const parts = name.split('/').at(-1).split('-')
  const found = Object.entries(platforms).map(([kind, { words, name = (word) => word }]) => {
    const word = parts.find((part) => words.includes(part))
    return word && [kind, [name(word)]]
  })
  return Object.fromEntries(found.filter(Boolean))
}
