import { implement } from '#kit/server/implement.ts'
import { branding } from '../contract.ts'
import { readPublicBrand } from './queries.ts'

export const brandingRoutes = implement('branding', branding, { get: readPublicBrand })
