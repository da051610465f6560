import { texts } from '../texts.ts'

export type BulkVerb = 'process' | 'complete' | 'decline'

/** The labels of the buttons that offer a move of several orders. */
export const verbLabels: Readonly<Record<BulkVerb, string>> = {
  process: texts.moveToProcessing,
  complete: texts.complete,
  decline: texts.decline,
}

/** What was done to an order, for the lists of outcomes. */
export const pastWords: Readonly<Record<BulkVerb | 'put_back', string>> = {
  process: texts.movedToProcessing,
  complete: texts.completed,
  decline: texts.declined,
  put_back: texts.putBack,
}

/** The question of the dialog for this many orders, and the label of the button that confirms it. */
export function askingWords(verb: BulkVerb, count: number): { title: string; verb: string } {
  switch (verb) {
    case 'process':
      return { title: texts.processQuestion({ count }), verb: texts.processCount({ count }) }
    case 'complete':
      return { title: texts.completeQuestion({ count }), verb: texts.completeCount({ count }) }
    case 'decline':
      return { title: texts.declineQuestion({ count }), verb: texts.declineCount({ count }) }
  }
}
