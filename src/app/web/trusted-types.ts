import createDOMPurify from 'dompurify'

interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML: (html: string) => string }): unknown
}

/**
 * Every string that becomes HTML anywhere on the page passes a sanitiser first, ours and the libraries' alike. The
 * rules of a style element are no markup and are left as they are.
 */
const trustedTypes = (window as unknown as { trustedTypes?: TrustedTypes }).trustedTypes
const purify = createDOMPurify(window)
trustedTypes?.createPolicy('default', {
  createHTML: (html) => (html.includes('<') ? purify.sanitize(html) : html),
})
