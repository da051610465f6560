import fc from 'fast-check'

// biome-ignore lint/suspicious/noExplicitAny: a JSON Schema may say anything
type Schema = any

/** Values that look like anything but what was asked for: what a broken or hostile client sends. */
export const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, 0, -1, 1e308, '', ' ', '\u0000', '\ud800', '1e999', '../../etc/passwd', [], {}),
  fc.constantFrom(
    '%',
    '_',
    "'; drop table vendors; --",
    '{"$gt":""}',
    '٣٤٥',
    '\u202eevil',
    '=1+1',
    '💳'.repeat(50),
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.integer(),
  fc.double(),
  fc.array(fc.string({ maxLength: 8 }), { maxLength: 5 }),
  fc.object({ maxDepth: 2, maxKeys: 4 }),
  fc.string({ minLength: 2000, maxLength: 5000 }),
)

/** Values of a JSON Schema, as OpenAPI 3.1 writes it: the keywords that our own contracts use. */
export function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema === undefined || schema === true || Object.keys(schema).length === 0) return junk
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valuesOf))
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return objectsOf(schema)
    case 'array':
      return fc.array(valuesOf(schema.items), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 6),
      })
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? -1000, -1e9),
        max: Math.min(schema.maximum ?? 1000, 1e9),
      })
    case 'number':
      return fc.double({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      return textsOf(schema)
    default:
      return junk
  }
}

function objectsOf(schema: Schema): fc.Arbitrary<unknown> {
  const members = Object.entries(schema.properties ?? {}).map(([name, member]) => [name, valuesOf(member)])
  return fc.record(Object.fromEntries(members), { requiredKeys: schema.required ?? [] })
}

function textsOf(schema: Schema): fc.Arbitrary<string> {
  if (schema.format === 'uuid') return fc.uuid()
  if (schema.format === 'email') return fc.emailAddress()
  const ordinary = fc.string({
    unit: 'grapheme',
    minLength: schema.minLength ?? 0,
    maxLength: Math.min(schema.maxLength ?? 40, 200),
  })
  return schema.pattern ? fc.oneof(safeMatching(schema.pattern), ordinary) : ordinary
}

/** Some patterns hold what the generator cannot make; an ordinary text then replaces it. */
function safeMatching(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: 60 })
  } catch {
    return fc.string({ maxLength: 40 })
  }
}
