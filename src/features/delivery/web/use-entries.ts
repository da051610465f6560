import type { Answer } from '#kit/contract/endpoint.ts'
import { useCan } from '#kit/web/can.tsx'
import { useCall, useRefresh } from '#kit/web/client.tsx'
import { failedWords } from '#kit/web/failure.tsx'
import { hrefWith, useUrlState } from '#kit/web/list/url-state.ts'
import { useToast } from '#kit/web/toast.tsx'
import type { shippingMethods } from '../method-contract.ts'
import type { packagings } from '../packaging-contract.ts'
import type { pickupLocations } from '../pickup-contract.ts'
import { texts } from '../texts.ts'

/** The calls of one of the lists that shoppers choose from. */
export type EntryCalls = typeof shippingMethods | typeof packagings | typeof pickupLocations
export type Entry = Answer<EntryCalls['get']>

/** How people call an entry. */
export function nameOfEntry(entry: Entry): string {
  return 'title' in entry ? entry.title : `${entry.area}, ${entry.city}`
}

/** Which dialog of a list is open; the entry that is edited is in the address, so that it can be linked to. */
export function useOpenEntry(calls: EntryCalls, path: string) {
  const [state, change] = useUrlState()
  const mayChange = useCan()(calls.change)
  return {
    edited: mayChange ? (state.get('edit') ?? '') : '',
    close: () => change({ edit: '' }, { replace: true }),
    hrefOf: ({ id }: { id: string }) => (mayChange ? hrefWith(path, state.toString(), { edit: id }) : ''),
    mayChange,
  }
}

/**
 * Deletes an entry and offers to take that back. One that an order names is switched off instead, and the person is told
 * why.
 */
export function useDeletion(calls: EntryCalls): (entry: Entry) => Promise<void> {
  const call = useCall()
  const refresh = useRefresh()
  const show = useToast()
  const refused = (words: string) => show({ message: words, tone: 'refused' })
  return async (entry) => {
    const { id, version } = entry
    const name = nameOfEntry(entry)
    const restore = async () => {
      try {
        await call(calls.restore, { id })
      } catch (error) {
        refused(failedWords(error, (why) => texts.notRestored({ name, ...why })))
      }
      await refresh(calls.restore)
    }
    try {
      if (entry.is_used) {
        if (entry.is_active) await call(calls.change, { id, is_active: false }, { ifMatch: version })
        show({ message: texts.isSwitchedOff({ name }) })
      } else {
        await call(calls.remove, { id })
        show({ message: texts.isDeleted({ name }), undo: () => void restore() })
      }
    } catch (error) {
      refused(failedWords(error, (why) => texts.notDeleted({ name, ...why })))
    }
    await refresh(calls.remove)
  }
}
