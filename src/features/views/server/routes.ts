import { implement } from '#kit/server/implement.ts'
import { views } from '../contract.ts'
import { changeView, createView, removeView } from './commands.ts'
import { listViews } from './queries.ts'

export const viewRoutes = implement('views', views, {
  list: listViews,
  create: createView,
  change: changeView,
  remove: removeView,
})
