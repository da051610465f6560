interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML: (html: string) => string }): unknown
}

/**
 * Prevents a string from becoming markup by accident: text that reaches an HTML sink without passing the sanitiser
 * (which creates trusted values under its own policy) is shown as text. The rules of a style element contain no markup
 * and pass unchanged.
 */
const { trustedTypes } = window as unknown as { trustedTypes?: TrustedTypes }
trustedTypes?.createPolicy('default', {
  createHTML: (html) => html.replace(/[<>]/g, (character) => (character === '<' ? '&lt;' : '>')),
})
