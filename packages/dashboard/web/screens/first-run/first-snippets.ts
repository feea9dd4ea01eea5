import { curlWith, literal, quoted, type Snippet } from '../../examples/snippets.ts'

/** What a first program asks, and as whom. */
export interface FirstCall {
  /** The id of the feature. */
  readonly feature: string
  /** The address of the server. */
  readonly baseUrl: string
  /** The id of the API key. @default ID */
  readonly key?: string | undefined
  /** Its secret, if the page still knows it. @default SECRET */
  readonly secret?: string | undefined
}

/** A program that reads a flag, with what must be known to run it. */
export interface FirstSnippet extends Snippet {
  /** How to run it, in a sentence. */
  readonly note: string
  /** The packages it needs, and the line that installs them. */
  readonly install?: { readonly what: string; readonly line: string }
  /** What it reads flags from in place of the server. */
  readonly holds?: 'store'
}

/** What builds the packages in a clone of the repository, as long as they are not on npm. */
export const BUILD = 'npm ci && npm run build && npm pack --workspaces --pack-destination=/tmp'

const installing = (packages: string): string => `npm install /tmp/signalbox-{${packages}}-0.1.0.tgz`

/** The variable that the programs read the secret from. */
export const SECRET_NAME = 'SIGNALBOX_SECRET'

/**
 * The first program in each language. The first one needs no package. Each runs as it is, with the secret in its environment, and prints the answer. Programs
 * with the flags in memory show each change; the others ask once, and their notes say so.
 */
export function firstSnippets({ feature, baseUrl, key = 'ID', secret = 'SECRET' }: FirstCall): readonly FirstSnippet[] {
  const url = `${baseUrl}/api/features/${encodeURIComponent(feature).replaceAll('%3A', ':')}/check`
  const id = literal(feature)
  const text = JSON.stringify
  return [
    {
      name: 'curl',
      note: 'Paste it into a terminal. It asks once and prints {"active":true}.',
      code: curlWith(url, { id: 'ann' }).replace('-u ID:SECRET', () => `-u ${quoted(`${key}:${secret}`)}`),
    },
    {
      name: 'Node.js',
      note: 'Save it as first.mjs and run: node first.mjs. It prints the answer, and again after each change.',
      install: { what: 'the packages @signalbox/client and @signalbox/core', line: installing('client,core') },
      code: `import { createClient, live } from '@signalbox/client'

const flags = live(createClient({
  baseUrl: ${literal(baseUrl)},
  clientId: ${literal(key)},
  clientSecret: process.env.${SECRET_NAME},
}))
await flags.ready()

const show = () => console.log(flags.isActive(${id}, { id: 'ann' }))
show() // true
flags.on('change', show) // after each change; Ctrl C stops it`,
    },
    {
      name: 'In process',
      note: 'It prints the answer every second, so you see each change. A program with the store of this server evaluates flags without the server, so step 4 doesn’t see it.',
      holds: 'store',
      install: { what: 'the packages @signalbox/core and @signalbox/sql', line: installing('core,sql') },
      code: `import { createSignalbox } from '@signalbox/core'
import { openSqlite } from '@signalbox/sql'

// The file in SIGNALBOX_STORE of this server
const box = createSignalbox({ store: await openSqlite('./signalbox.db') })
await box.ready()

// It asks every second, without a request; Ctrl C stops it
setInterval(() => console.log(box.isActive(${id}, { id: 'ann' })), 1000) // true`,
    },
    {
      name: 'Browser',
      note: 'It asks once, each time the page loads. Anyone can read a page’s key, so it should only read public flags. SIGNALBOX_CORS_ORIGINS must list the page.',
      code: `const answer = await fetch(${literal(url)}, {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    Authorization: ${literal(`Bearer ${key}:${secret}`)},
  },
  body: JSON.stringify({ id: 'ann' }),
})
const { active } = await answer.json()
console.log(active) // true`,
    },
    {
      name: 'Python',
      note: 'Save it as first.py and run: python3 first.py. It asks once: run it again after a change. It needs no package; OpenFeature works, too.',
      code: `import json, os, urllib.request

request = urllib.request.Request(
    ${text(url)},
    data=json.dumps({"id": "ann"}).encode(),
    headers={
        "Content-Type": "application/json",
        "Authorization": ${text(`Bearer ${key}:`)} + os.environ["${SECRET_NAME}"],
    },
)
with urllib.request.urlopen(request) as answer:
    print(json.load(answer)["active"])  # True`,
    },
    {
      name: 'Go',
      note: 'Save it as first.go and run: go run first.go. It asks once: run it again after a change. It needs no module; OpenFeature works, too.',
      code: `package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
)

func main() {
	request, err := http.NewRequest("POST", ${text(url)}, strings.NewReader(\`{"id": "ann"}\`))
	if err != nil {
		panic(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", ${text(`Bearer ${key}:`)}+os.Getenv("${SECRET_NAME}"))
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer answer.Body.Close()
	var checked struct{ Active bool }
	if err := json.NewDecoder(answer.Body).Decode(&checked); err != nil {
		panic(err)
	}
	fmt.Println(checked.Active) // true
}`,
    },
  ]
}
