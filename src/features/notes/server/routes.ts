import { implement } from '#kit/server/implement.ts'
import { noteKinds, notes } from '../contract.ts'
import { changeNote, deleteNote, writeNote } from './commands.ts'
import { listColleagues, listNotes } from './queries.ts'

export const noteRoutes = noteKinds.flatMap((kind) =>
  implement(`${kind}-notes`, notes[kind], {
    list: (ctx, input) => listNotes(ctx, kind, input),
    colleagues: (ctx, input) => listColleagues(ctx, kind, input),
    write: (ctx, input) => writeNote(ctx, kind, input),
    change: (ctx, input) => changeNote(ctx, kind, input),
    delete: (ctx, input) => deleteNote(ctx, kind, input),
  }),
)
