import { IntlMessageFormat } from 'intl-messageformat'
import { language } from './words.ts'

/**
 * The values that a message takes, each with its type: a number for `{count, plural, …}`, and a number or text for
 * `{name}`.
 */
type Taken<Message extends string, InPlural = false> = Message extends `${infer Before}{${infer After}`
  ? InPlural extends true
    ? Before extends `${string}${'one' | 'other' | `=${number}`} `
      ? Taken<After, true>
      : TakenFirst<After, true>
    : TakenFirst<After>
  : never
type TakenFirst<After extends string, InPlural = false> = After extends `${infer Inside}}${infer Rest}`
  ? Inside extends `${infer Name}, plural, ${string}`
    ? [Name, number] | (After extends `${Name}, plural, ${infer Branches}` ? Taken<Branches, true> : never)
    : Inside extends `${infer Name}, number${string}`
      ? [Name, number] | Taken<Rest, InPlural>
      : [Inside, string | number] | Taken<Rest, InPlural>
  : never

/** The tags of a message: "Open <link>the list</link>" has `link`. */
type Tags<Message extends string> = Message extends `${string}<${infer Tag}>${infer Rest}`
  ? (Tag extends `/${string}` ? never : Tag) | Tags<Rest>
  : never

/**
 * A message with values: returns text if all values are texts or numbers, and what the screens draw in all other cases.
 */
type Filled<Message extends string> = [Tags<Message>] extends [never]
  ? {
      (values: { [Value in Taken<Message> as Value[0]]: Value[1] }): string
      <Part extends object>(
        values: {
          [Value in Taken<Message> as Value[0]]: string extends Value[1] ? Value[1] | Part : Value[1]
        },
      ): Part
    }
  : <Part extends object>(
      values: {
        [Value in Taken<Message> as Value[0]]: string extends Value[1] ? Value[1] | Part : Value[1]
      } & { [Tag in Tags<Message>]: (words: string) => Part },
    ) => Part

export type Texts<English> = {
  readonly [Key in keyof English]: English[Key] extends string
    ? English[Key] extends `${string}${'{' | '<'}${string}`
      ? Filled<English[Key]>
      : string
    : never
}

/** How texts are built: how wording is changed, and how parts that are not text are joined. */
const ways = {
  reword: (wording: string) => wording,
  join: (parts: unknown[]): unknown => parts,
}

/**
 * Sets how texts are built. Must be called before the first catalogue, which builds texts without values immediately.
 */
export function setTexts(given: Partial<typeof ways>): void {
  Object.assign(ways, given)
}

type Parsed = ReturnType<IntlMessageFormat['getAst']>

/**
 * The texts of a feature in English, each under the name that its screens use. A text with placeholders, `Approved:
 * {name}`, is a function of its values. The syntax is ICU's, with `{count, plural, one {# order} other {# orders}}`,
 * `{count, number}` for a number with separators, and `<link>…</link>` for a part that is drawn.
 */
export function catalogue<const English extends Record<string, string>>(english: English): Texts<English> {
  // The build has already parsed messages with values into objects, so the parser is not shipped with the screens.
  const made = Object.entries<string | Parsed>(english).map(([name, message]) => [
    name,
    typeof message === 'string' && !/[{<]/.test(message) ? ways.reword(message) : filled(message),
  ])
  return Object.fromEntries(made) as Texts<English>
}

function filled(message: string | Parsed) {
  let format: IntlMessageFormat | undefined
  return (values: Record<string, unknown>) => {
    format ??= new IntlMessageFormat(reworded(parsed(message)), language)
    const given = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'function' ? (words: unknown[]) => value(joined(words)) : value,
    ])
    return joined([format.format(Object.fromEntries(given))].flat())
  }
}

function parsed(message: string | Parsed): Parsed {
  return typeof message === 'string' ? new IntlMessageFormat(message, language).getAst() : message
}

/** The message with its wording changed and its placeholders unchanged. */
function reworded(message: Parsed): Parsed {
  return message.map((part) => {
    if ('children' in part) return { ...part, children: reworded(part.children) }
    if ('options' in part) {
      const options = Object.entries(part.options).map(([name, option]) => [
        name,
        { ...option, value: reworded(option.value) },
      ])
      return { ...part, options: Object.fromEntries(options) }
    }
    return part.type === 0 ? { ...part, value: ways.reword(part.value) } : part
  }) as Parsed
}

function joined(parts: unknown[]): unknown {
  return parts.every((part) => typeof part === 'string') ? parts.join('') : ways.join(parts)
}
