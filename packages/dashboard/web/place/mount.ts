/** What the server tells the page: the options of `dashboard()`. */
export interface PageOptions {
  /** Where the API is, relative to the dashboard. */
  readonly api: string
  /** The page where one signs in, instead of ours. */
  readonly signIn?: string
  /** An identity provider with which users may sign in here, too. */
  readonly signInWith?: { readonly name: string; readonly url: string; readonly passwords?: 'all' | 'admin' }
  /** The name of this box. */
  readonly title: string
  /** A color at the edge of the page, so that two boxes are not confused. */
  readonly mark?: string
  /** Patterns of ids whose changes must be confirmed by typing the id. */
  readonly confirm: readonly string[]
  /** Where the portal is, relative to the dashboard; `false` if it is off. */
  readonly portal?: string | false
  /** Whether the page writes nothing. */
  readonly readOnly: boolean
}

/** Where the page is and how it was set up. */
export interface Mount extends PageOptions {
  /** The path of the dashboard, with a slash at its end. Paths of screens are relative to it. */
  readonly path: string
  /** The address of the API, without a slash at its end. */
  readonly apiUrl: string
  /** The address of the portal, without a slash at its end; `false` if it is off, `undefined` if nothing is known of it. */
  readonly portalUrl: string | false | undefined
}

const defaults: PageOptions = { api: '.', title: 'Signalbox', confirm: [], readOnly: false }

/** Reads the options from `<meta name="signalbox">`, and the place from the relative `<base>`. */
function readMount(page: Document): Mount {
  const given = page.querySelector('meta[name="signalbox"]')?.getAttribute('content')
  const options = { ...defaults, ...(given && (JSON.parse(given) as Partial<PageOptions>)) }
  const urlOf = (path: string) => new URL(path, page.baseURI).href.replace(/\/$/, '')
  return {
    ...options,
    path: new URL('.', page.baseURI).pathname,
    apiUrl: urlOf(options.api),
    portalUrl: options.portal ? urlOf(options.portal) : options.portal,
  }
}

/** The mount of this page. */
export const mount: Mount = readMount(document)
