import { z } from 'zod'

// The content security policy forbids eval, which zod would try with the first schema.
z.config({ jitless: true })
