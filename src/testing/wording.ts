import { parseSync } from 'oxc-parser'

/** A place of a file where words are written that a person reads. */
export interface Wording {
  text: string
  start: number
  end: number
  kind: 'content' | 'literal'
}

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/** Properties and attributes that a person reads: any word in them counts. */
const read =
  /^(?:.*[lL]abel|title|placeholder|aria-(?:label|description|valuetext|roledescription)|alt|description|text|what|words|message|ifBlank|heading|hint|blockedBy|empty|.*Words)$/
/** Those that only the machine reads. */
const machine =
  /^(?:className|style|styles|href|hrefOf|src|srcSet|id|key|type|variant|size|color|role|dir|lang|rel|target|accept|autoComplete|inputMode|enterKeyHint|pattern|d|viewBox|transform|points|tone|value|name|control|kind|slot|sort|defaultSort|method|path|align|htmlFor|scope|form|tabIndex|data-.*|aria-(?:current|live|controls|labelledby|describedby|haspopup|sort|autocomplete|activedescendant)|timeZone|noun|subject|record|section|area|authorization|listId|field|fallback|autoCapitalize|density|placement|classNames|level|gap|justify|wrap|mode|code|status|within|summary|queryKey|headings|review|example|because)$/
/** Of these, those that no map of labels by field has: elsewhere a text with a capital is a label all the same. */
const always =
  /^(?:queryKey|key|type|section|within|because|area|summary|authorization|className|style|href|hrefOf|timeZone|d|transform|path|method|code|headings|review|example)$/
/** Calls whose texts are names of the machine. */
const calls =
  /^(?:grants|get|getAll|set|has|delete|append|includes|startsWith|endsWith|split|join|replace|replaceAll|indexOf|match|test|exec|localeCompare|addEventListener|removeEventListener|dispatchEvent|querySelector|querySelectorAll|closest|matches|getItem|setItem|removeItem|toggleAttribute|setAttribute|removeAttribute|getAttribute|createElement|getPropertyValue|Error|TypeError|URL|RegExp|URLSearchParams|DateTimeFormat|NumberFormat|Collator|Segmenter|toLocaleString|toLocaleLowerCase|matchMedia|on|off|Event|CustomEvent|import|lazyOf|catalogue|z|enum|literal|Blob|File|addStyle)$/
const hasWord = (text: string) => /\p{L}{2}/u.test(text)
/** A word with a capital, or more than one word: what names of the machine do not look like. */
const isSentence = (text: string) =>
  (/^\s*[A-Z][a-z]+(?:[\s.,:!?…]|$)/.test(text) ||
    /\p{L}[,:]? \p{L}{2}/u.test(text) ||
    /…[,:]? (?:\S+ )*\p{L}{2,}[\s.,:!?]*(?:$|…)|\p{L}{2,}[,:]? (?:\S+ )*…/u.test(text)) &&
  !/^(?:Enter|Escape|Tab|Home|End|Backspace|Delete|Arrow\w+|Page\w+|Control|Shift|Alt|Meta)$/.test(text) &&
  !/(?:calc|var|min|max|rotate|translate)\(|^\d*\.?\d+(?:px|em|rem|%)? /.test(text)

/** Every word that a screen or a contract writes itself instead of taking it from a catalogue. */
export function wordingIn(path: string, source: string): Wording[] {
  const found: Wording[] = []
  const visit = (node: Node, above: Node[]) => {
    if (node.type === 'JSXText') {
      if (hasWord(String(node.value)))
        found.push({ ...placeOf(node), text: String(node.value), kind: 'content' })
    } else if (node.type === 'Literal' && typeof node.value === 'string') {
      if (isRead(node.value, above, node)) found.push({ ...placeOf(node), text: node.value, kind: 'literal' })
    } else if (node.type === 'TemplateLiteral') {
      const quasis = node.quasis as { value: { cooked: string } }[]
      const text = quasis.map((part) => part.value.cooked).join('…')
      if (isRead(text, above, node)) found.push({ ...placeOf(node), text, kind: 'literal' })
    }
    for (const [name, child] of Object.entries(node)) {
      if (name === 'typeAnnotation' || name === 'typeArguments' || name === 'returnType') continue
      if (node.type === 'JSXAttribute' && name === 'name') continue
      for (const one of Array.isArray(child) ? child : [child]) {
        if (one && typeof one === 'object' && typeof (one as Node).type === 'string')
          visit(one as Node, [...above, node])
      }
    }
  }
  visit(parseSync(path, source).program as unknown as Node, [])
  return found
}

/** The texts of a catalogue, by name. */
export function textsIn(path: string, source: string): { name: string; text: string }[] {
  const found: { name: string; text: string }[] = []
  const visit = (node: Node) => {
    const value = node.type === 'Property' ? (node.value as Node) : null
    if (value?.type === 'Literal') found.push({ name: nameOf(node.key), text: String(value.value) })
    for (const child of Object.values(node).flat()) {
      if (child && typeof child === 'object' && typeof (child as Node).type === 'string') visit(child as Node)
    }
  }
  visit(parseSync(path, source).program as unknown as Node)
  return found
}

const placeOf = ({ start, end }: Node) => ({ start, end })
const nameOf = (node: unknown): string => {
  const { type, name, value, property, namespace } = node as Node
  if (type === 'MemberExpression') return nameOf(property)
  if (type === 'JSXNamespacedName') return `${nameOf(namespace)}:${nameOf(name)}`
  return String(name ?? value ?? '')
}

function isCallOf(name: string, node: Node): boolean {
  return node.type === 'CallExpression' && nameOf(node.callee) === name
}

/** Whether a person reads this text, by what it is a part of. */
function isRead(text: string, above: Node[], own: Node): boolean {
  // The names of a field and of the product are no words.
  if (!hasWord(text) || text === 'Munshi' || /^[a-z]+(?:_[a-z]+)+$/.test(text)) return false
  if (isValueOfText(above)) return true
  // What the API description says is for programmers, and stays English. Styles have no words.
  if (above.some((node, at) => isCallOf('meta', node) && node.callee !== (above[at + 1] ?? own))) return false
  if (above.some((node) => node.type === 'JSXAttribute' && nameOf(node.name) === 'styles')) return false
  let below = own
  for (const node of above.toReversed()) {
    const inside = below
    below = node
    if (
      /^(?:Import|Export(?:All|Named)).*(?:Declaration|Expression)$/.test(node.type) &&
      node.source === inside
    )
      return false
    if (node.type === 'ImportExpression' || /^TS(?!AsExpression|SatisfiesExpression|NonNull)/.test(node.type))
      return false
    if (node.type === 'BinaryExpression' && /^[!=]==?$|^in$/.test(String(node.operator))) return false
    if (node.type === 'SwitchCase' && node.test === inside) return false
    if (node.type === 'ConditionalExpression' && node.test === inside) return false
    if (node.type === 'MemberExpression' && node.property === inside) return false
    if (node.type === 'MemberExpression' && calls.test(nameOf(node))) return false
    if (node.type === 'Property') {
      if (node.key === inside) return false
      const name = nameOf(node.key)
      if (read.test(name)) return true
      // What a fact holds may be a whole sentence.
      if (name === 'value') return /\p{L}{2}[,:]? [\p{L}…]|[\p{L}…][,:]? \p{L}{2}/u.test(text)
      if (machine.test(name)) return !always.test(name) && /^[A-Z][a-z]/.test(text) && isSentence(text)
    }
    if (node.type === 'JSXAttribute') {
      const name = nameOf(node.name)
      return read.test(name) || (!machine.test(name) && isSentence(text))
    }
    // What is said where none of the names fits.
    if (isCallOf('enum', node) && (node.arguments as Node[])[1] === inside) return isSentence(text)
    if ((node.type === 'CallExpression' || node.type === 'NewExpression') && node.callee !== inside)
      return !calls.test(nameOf(node.callee)) && isSentence(text)
    if (node.type === 'VariableDeclarator' && machine.test(nameOf(node.id))) return false
    // What is drawn as it is.
    if (
      node.type === 'JSXExpressionContainer' &&
      /^JSX(?:Element|Fragment)$/.test(above[above.indexOf(node) - 1]?.type ?? '')
    )
      return true
    if (/Function|Statement|Program/.test(node.type)) break
    if (node.type === 'TaggedTemplateExpression') return false
  }
  return isSentence(text)
}

/** The values of a text are read as the text is, except what is drawn, asked or compared among them. */
function isValueOfText(above: Node[]): boolean {
  for (const node of above.toReversed()) {
    if (/^JSX|Function|^BinaryExpression$|^MemberExpression$/.test(node.type)) return false
    if (node.type === 'CallExpression')
      return /^\w*[tT]exts$/.test(nameOf((node.callee as Node).object ?? {}))
  }
  return false
}
