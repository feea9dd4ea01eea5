/** The media types of pages. */
const pages: readonly unknown[] = ['text/html', 'application/xhtml+xml']

/**
 * Whether an `Accept` header names a media type of pages, as those of browsers do. Programs that accept anything, or say
 * nothing, asked for something else: they could not read a page.
 */
export const namesHtml = (accept = ''): boolean =>
  accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    return pages.includes(type) && !parameters.some((one) => /^q\s*=\s*0(\.0*)?$/.test(one))
  })
