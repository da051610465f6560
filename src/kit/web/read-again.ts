import type { Query, QueryClient } from '@tanstack/react-query'

/** Whether what the query shows is left as it is until a command or its reader asks for it: it was read, and is in view. */
export function isAtRest(query: Query): boolean {
  return query.meta?.isStill === true && query.state.status === 'success' && query.isActive()
}

/**
 * Reads again what these queries show. A first answer that is still on its way may be older than what has changed; the library
 * would wait for it and take it for the new one, so it is dropped and asked for once more.
 */
export function readAgain(queries: QueryClient, isMeant: (query: Query) => boolean): Promise<void> {
  const firsts = queries.getQueryCache().findAll({
    predicate: (query) =>
      isMeant(query) && query.state.data === undefined && query.state.fetchStatus === 'fetching',
  })
  // What nobody shows yet is asked for by the screen that shows it.
  for (const query of firsts) void query.cancel(query.isActive() ? { silent: true } : { revert: true })
  return queries.invalidateQueries({ predicate: isMeant })
}
