/**
 * The place of a column on the card of a row: the state beside the name, or on a line of its own below it where it has
 * many words, a fact below that, or what to do with the row.
 */
export type CardPlace = 'state' | 'line' | 'fact' | 'action'

interface Placed {
  key: string
  isNaming?: boolean
  onPhone?: CardPlace
}

const stateKeys = ['order_status', 'status', 'state', 'result', 'available']
const actionKeys = ['view', 'details']
/** A long address says less than any other fact. */
const neverKeys = ['email', 'slug']

/**
 * What a phone shows of a row, by the key of its column: the name, the state, the facts and the action. The columns say
 * it (`onPhone`, at most three facts), or else the usual keys do and the first two others are the facts.
 */
export function placesOf(columns: readonly Placed[]): ReadonlyMap<string, string> {
  const naming = columns.find(({ isNaming }) => isNaming) ?? columns[0]
  const others = columns.filter((column) => column !== naming)
  const places = new Map<string, string>(naming ? [[naming.key, 'name']] : [])
  const take = (place: CardPlace, keys: readonly string[]) => {
    const said = others.find(({ onPhone }) => onPhone === place)
    const key = said?.key ?? keys.find((usual) => others.some(({ key: own }) => own === usual))
    if (key && !places.has(key)) places.set(key, place)
  }
  take('line', [])
  take('state', stateKeys)
  take('action', actionKeys)
  const said = others.filter(({ onPhone }) => onPhone === 'fact')
  const left = others.filter(({ key }) => !places.has(key) && !neverKeys.includes(key))
  for (const [index, { key }] of (said.length > 0 ? said.slice(0, 3) : left.slice(0, 2)).entries())
    places.set(key, index === 0 ? 'fact' : `fact${index + 1}`)
  return places
}
