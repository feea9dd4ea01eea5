import { api } from '../../calls/api.ts'
import { may } from '../../calls/session.ts'
import { Copy } from '../../parts/json/Copy.tsx'
import { presetOf } from '../access/presets.ts'
import { SECRET_NAME } from './first-snippets.ts'
import { goOn, guide, issued } from './guide.ts'
import { OneField } from './OneField.tsx'
import { Skip, Skipped, Step } from './Step.tsx'
import { comeBack, isSkipped, skip } from './steps.ts'

type Grants = NonNullable<Parameters<typeof api.apiKeys.create>[0]['body']['authorizedPatterns']>

const TITLE = 'Get a key for your program'

/** The second step: an API key that reads flags and nothing else. Its secret is shown once. */
export function GetKey({ isNext }: { readonly isNext: boolean }) {
  const { key } = guide.value
  const again = (
    <button type="button" class="quiet" onClick={another}>
      Create another
    </button>
  )
  if (key !== undefined)
    return (
      <Step no={2} title={TITLE} is="past" aside={again}>
        <Secret id={key} />
      </Step>
    )
  if (isSkipped('key')) return <Skipped no={2} title={TITLE} onOpen={() => comeBack('key')} />
  return (
    <Step no={2} title={TITLE} is={isNext ? 'next' : 'now'} aside={!isNext && <Skip onSkip={() => skip('key')} />}>
      {may('C', 'ApiKey') ? (
        <OneField
          label="Name of your program"
          hint="The key can read flags and nothing else. Its secret is shown once."
          initial="shop-web"
          deed="Create a key"
          create={createKey}
        />
      ) : (
        <p class="muted">Only admins can create keys. Ask one for a key that can read flags, and skip this step.</p>
      )}
    </Step>
  )
}

function Secret({ id }: { readonly id: string }) {
  const known = issued.value?.id === id ? issued.value : undefined
  if (!known)
    return (
      <p class="muted">
        The key <code>{id}</code> can read flags and nothing else. Its secret was shown once; create another key if you
        didn’t store it.
      </p>
    )
  const line = `export ${SECRET_NAME}=${known.secret}`
  return (
    <>
      <p class="muted">
        The key <code>{id}</code> can read flags and nothing else. Its secret is shown only on this page. Paste this
        line into the terminal in which you will run the program:
      </p>
      <div class="well">
        <code>{line}</code>
        <Copy text={line} label="Copy" />
      </div>
    </>
  )
}

async function createKey(name: string): Promise<void> {
  const { grants } = presetOf('program')
  const { clientId = name, clientSecret = '' } = await api.apiKeys.create({
    body: { clientId: name, name, authorizedPatterns: grants as Grants },
  })
  issued.value = { id: clientId, secret: clientSecret }
  goOn({ key: clientId })
}

function another(): void {
  comeBack('key')
  goOn({ key: undefined })
}
