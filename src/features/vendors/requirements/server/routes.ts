import { implement } from '#kit/server/implement.ts'
import { requirements } from '../contract.ts'
import { decideRequirement } from './commands.ts'
import { listRequirements } from './queries.ts'

export const requirementRoutes = implement('vendors', requirements, {
  list: listRequirements,
  decide: decideRequirement,
})
